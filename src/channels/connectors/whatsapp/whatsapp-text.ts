import type { InboundMessage } from '../connector.ts';
import { fromMarkdown } from '../text/from-markdown.ts';
import type { RichText, Span } from '../text/rich-text.ts';
import { splitRich } from '../text/split-rich.ts';
import { type Markup, toMarkup } from '../text/to-markup.ts';

const marks: Readonly<Record<Exclude<Span['style'], 'link'>, readonly [string, string]>> = {
  bold: ['*', '*'],
  italic: ['_', '_'],
  strike: ['~', '~'],
  code: ['`', '`'],
  block: ['```', '```'],
  quote: ['> ', ''],
};

const markup: Markup = {
  // WhatsApp has no way to escape its marks.
  escape: (text) => text,
  escapeCode: (text) => text.replaceAll('```', "'''"),
  quotePrefix: '> ',
  around: ({ style, href }) => (style === 'link' ? ['', ` (${href})`] : marks[style]),
};

const isWhole = ({ style }: Span): boolean => style === 'block' || style === 'quote';

/** The parts of a span that are within one line, without spaces around them: WhatsApp formats nothing else. */
const linesOf = (text: string, span: Span): Span[] => {
  const parts: Span[] = [];
  for (let start = span.start; start < span.end; ) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd === -1 || lineEnd > span.end ? span.end : lineEnd;
    const line = text.slice(start, end);
    const from = start + (line.length - line.trimStart().length);
    const to = from + line.trim().length;
    if (from < to) parts.push({ ...span, start: from, end: to });
    start = end + 1;
  }
  // The address of a link is written once, after its text.
  return span.style === 'link' ? parts.slice(-1) : parts;
};

const isAddress = (text: string, { start, end, href = '' }: Span): boolean => {
  const shown = text.slice(start, end);
  return shown === href || href.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '') === shown;
};

/** Formatting that WhatsApp can show: within a line, and each kind once. */
const forWhatsApp = ({ text, spans }: RichText): RichText => {
  const endOfStyle = new Map<string, number>();
  const kept = spans.filter((span) => {
    if (span.style === 'link') return !isAddress(text, span);
    if (span.start < (endOfStyle.get(span.style) ?? 0)) return false;
    endOfStyle.set(span.style, span.end);
    return true;
  });
  return {
    text,
    spans: kept
      .flatMap((span) => (isWhole(span) ? [span] : linesOf(text, span)))
      .sort((one, other) => one.start - other.start || other.end - one.end),
  };
};

/** A reply as texts in WhatsApp's notation, each within the limit. */
export const toWhatsAppTexts = (markdown: string, limit: number): string[] => {
  const write = (part: RichText): string => toMarkup(part, markup);
  return splitRich(forWhatsApp(fromMarkdown(markdown)), limit, (part) => write(part).length).map(write);
};

/** Bodies of templates have 1,024 characters, with the fixed text. */
const longestParameter = 700;

/** A text as the parameter of a template, which must be one line. */
export const toTemplateParameter = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longestParameter) return line;
  return `${line
    .slice(0, longestParameter - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
};

/** How long after a user's message a business may write freely. */
const windowMs = 24 * 60 * 60 * 1000;
/** A message on its way needs some time. */
const marginMs = 30_000;

/** Whether a business may write to the user only with a template. */
export const isWindowClosed = (receivedAtMs: unknown, nowMs: number): boolean =>
  typeof receivedAtMs === 'number' && nowMs - receivedAtMs > windowMs - marginMs;

/**
 * WhatsApp reports later that the window was closed when a message was sent. The address then says so, until the user writes
 * again.
 */
export const withClosedWindow =
  (reportedAtMs: number) =>
  (address: InboundMessage['address']): InboundMessage['address'] =>
    Number(address.receivedAtMs) >= reportedAtMs ? address : { ...address, receivedAtMs: 0 };

export const windowClosedError =
  'The user wrote more than 24 hours ago. WhatsApp then accepts only a template, and the connection has none';
export const fileOutsideWindowError =
  'The user wrote more than 24 hours ago. WhatsApp then accepts only a template, which cannot contain the file';
