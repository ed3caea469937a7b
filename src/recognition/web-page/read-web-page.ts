import { markdownParts, markupToMarkdown } from '../markdown/html-to-markdown.ts';
import {
  findElements,
  isElement,
  type MarkupElement,
  type MarkupNode,
  parseMarkup,
  textBelow,
} from '../markdown/markup-nodes.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { markedContent, textLength, withoutRepeated } from './main-content.ts';

export interface WebPage {
  title: string;
  /** The readable content. Empty if the page has no text. */
  markdown: string;
  /** Absolute URLs of the links of the whole page, without repetitions, at most `mostLinks`. */
  links: string[];
  /** By `<meta name="robots">`. */
  mayBeStored: boolean;
  mayBeFollowed: boolean;
}

interface WebPageInput {
  bytes: Uint8Array;
  /** Of the Content-Type header. */
  charset: string | undefined;
  url: string;
}

export const mostLinks = 5000;
const longestTitle = 150;

const keptAttributes = new Set([
  ...markdownParts.attributes,
  'role',
  'aria-hidden',
  'rel',
  'name',
  'content',
]);
const declaredCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
const declarationBytes = 8192;

const charsetOf = (bytes: Uint8Array): string | undefined =>
  declaredCharset.exec(Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1'))?.[1];

const absolute = (href: string | undefined, base: string): string | undefined =>
  href === undefined ? undefined : (URL.parse(href.trim(), base)?.href ?? undefined);

/** So that the text contains URLs that work outside the page. */
const withAbsoluteLinks = (nodes: MarkupNode[], base: string): MarkupNode[] =>
  nodes.map((node) => {
    if (!isElement(node)) return node;
    const children = withAbsoluteLinks(node.children, base);
    const href = node.attributes.href;
    // Links within the page may lead to notes, which are found by their names.
    if (node.name !== 'a' || href === undefined || href.startsWith('#')) return { ...node, children };
    return { ...node, children, attributes: { ...node.attributes, href: absolute(href, base) ?? href } };
  });

const linksOf = (page: MarkupNode[], base: string): string[] => {
  const links = new Set<string>();
  for (const { attributes } of findElements(page, new Set(['a', 'area']))) {
    if (/\bnofollow\b/i.test(attributes.rel ?? '')) continue;
    const url = absolute(attributes.href, base);
    if (url && /^https?:/.test(url)) links.add(url.replace(/#.*$/, ''));
    if (links.size >= mostLinks) break;
  }
  return [...links];
};

const robotsOf = (page: MarkupNode[]): string =>
  findElements(page, new Set(['meta']))
    .filter(({ attributes }) => attributes.name?.toLowerCase() === 'robots')
    .map(({ attributes }) => attributes.content ?? '')
    .join(',')
    .toLowerCase();

const titleOf = (page: MarkupNode[]): string => {
  const [title] = findElements(page, new Set(['title']));
  const [heading] = findElements(page, new Set(['h1']));
  const text = (element: MarkupElement | undefined) =>
    element ? textBelow(element.children).replace(/\s+/g, ' ').trim() : '';
  return (text(title) || text(heading)).slice(0, longestTitle).toWellFormed();
};

/** Readability is slow (20 to 40 ms per page), so it is used only for pages that do not mark their main part. */
const contentOf = async (page: MarkupNode[], html: string): Promise<MarkupNode[]> => {
  const marked = markedContent(page);
  if (marked) return marked;
  const { readableContent } = await import('./readable-content.ts');
  const readable = readableContent(html);
  const rest = withoutRepeated(page);
  if (readable === undefined) return rest;
  const nodes = parseMarkup(readable, markdownParts);
  // Readability drops short texts and lists of links. Then the whole page is better than its remains.
  return textLength(nodes) >= textLength(rest) * 0.2 ? nodes : rest;
};

/** The readable text of a web page with its headings, tables, lists and code, and its links. */
export const readWebPage = async ({ bytes, charset, url }: WebPageInput): Promise<WebPage> => {
  const html = decodeText(bytes, charset ?? charsetOf(bytes));
  const page = parseMarkup(html, { silent: markdownParts.silent, attributes: keptAttributes });
  const [base] = findElements(page, new Set(['base']));
  const baseUrl = absolute(base?.attributes.href, url) ?? url;
  const robots = robotsOf(page);
  const title = titleOf(page);
  const content = withAbsoluteLinks(await contentOf(page, html), baseUrl);
  return {
    title,
    markdown: cleanText(markupToMarkdown(content, title)),
    links: linksOf(page, baseUrl),
    mayBeStored: !/\bnoindex\b|\bnone\b/.test(robots),
    mayBeFollowed: !/\bnofollow\b|\bnone\b/.test(robots),
  };
};
