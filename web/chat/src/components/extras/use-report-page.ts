import { useEffect } from 'preact/hooks';
import { useFromChat, usePage } from '../page-context.ts';

/** How often the widget is asked. Pages that change their address without a new document report nothing. */
const askMs = 5000;
/** As for the service. */
const longestUrl = 2048;
const longestTitle = 300;

/** Without user name, password, query and fragment, which may contain secrets. Undefined if it is no page of the web. */
const cleanAddress = (address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, pathname } = new URL(address);
  const url = origin + pathname;
  return /^https?:$/.test(protocol) && url.length <= longestUrl ? url : undefined;
};

/**
 * Reports to the person on which page of the site the user is, while the user waits for a person or talks with one. The
 * widget is asked for its page. A frame without the widget knows only what the browser tells about the page around it,
 * which is often its origin.
 */
export const useReportPage = (): void => {
  const { chat, frame, channel } = usePage();
  const isNeeded = useFromChat(({ conversation }) => conversation.status !== 'agent');
  useEffect(() => {
    if (!isNeeded || !frame.isFramed) return;
    let reported = '';
    const report = (address: unknown, given: unknown): void => {
      const url = cleanAddress(String(address));
      const title = [...String(given)].slice(0, longestTitle).join('').slice(0, longestTitle);
      if (!url || url + title === reported) return;
      reported = url + title;
      chat.tellPerson('page', { url, title }).catch((error: unknown) => {
        // Tried again with the next answer of the widget, unless the service refuses the page.
        if ((error as { status?: number }).status !== 400) reported = '';
      });
    };
    if (channel === 'EMBED') return report(document.referrer, '');
    const hear = ({ source, origin, data }: MessageEvent): void => {
      // As JSON, like all messages of the widget.
      if (source !== parent || !String(data).startsWith('{"type":"frontdesk:page"')) return;
      const { url, title } = JSON.parse(data) as { url?: unknown; title?: unknown };
      // The page around this one names its own pages only.
      if (String(url).startsWith(`${origin}/`)) report(url, title);
    };
    const ask = (): void => frame.tell('page');
    addEventListener('message', hear);
    ask();
    const timer = setInterval(ask, askMs);
    return () => {
      removeEventListener('message', hear);
      clearInterval(timer);
    };
  }, [chat, frame, channel, isNeeded]);
};
