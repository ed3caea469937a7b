import { parseFeed } from 'htmlparser2';

interface FeedItem {
  url: string;
  title: string;
}

const mostItems = 5000;

const jsonItems = (text: string): FeedItem[] => {
  const { items } = JSON.parse(text) as { items?: unknown };
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: { url?: unknown; title?: unknown } | null) =>
    typeof item?.url === 'string' ? [{ url: item.url, title: String(item.title ?? '') }] : [],
  );
};

/** The items of an RSS, Atom or JSON feed, with absolute URLs. Undefined if the text is no feed. */
export const readFeed = ({ text, url }: { text: string; url: string }): FeedItem[] | undefined => {
  const isJson = text.trimStart().startsWith('{');
  const items = isJson
    ? jsonItems(text)
    : parseFeed(text)?.items.map(({ link = '', title = '' }) => ({ url: link, title }));
  return items?.slice(0, mostItems).flatMap((item) => {
    const absolute = URL.parse(item.url, url)?.href;
    return absolute && item.url ? [{ ...item, url: absolute }] : [];
  });
};
