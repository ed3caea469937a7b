import type { RichText, Span } from './rich-text.ts';

/** The notation of a platform: what is written before and after a formatted part. */
export interface Markup {
  /** Makes ordinary text safe. */
  escape(text: string): string;
  /** The same inside of code. */
  escapeCode(text: string): string;
  /** Written at the start of each further line of a quotation. */
  quotePrefix?: string;
  around(span: Span): readonly [before: string, after: string];
}

const isCode = ({ style }: Span): boolean => style === 'code' || style === 'block';

/** The text in the notation of a platform. Spans that overlap without being nested do not occur. */
export const toMarkup = ({ text, spans }: RichText, markup: Markup): string => {
  let result = '';
  let at = 0;
  const open: Span[] = [];
  const writeTo = (end: number): void => {
    const piece = text.slice(at, end);
    const escaped = open.some(isCode) ? markup.escapeCode(piece) : markup.escape(piece);
    const { quotePrefix } = markup;
    result +=
      quotePrefix !== undefined && open.some(({ style }) => style === 'quote')
        ? escaped.replaceAll('\n', `\n${quotePrefix}`)
        : escaped;
    at = end;
  };
  const closeUntil = (position: number): void => {
    while (open.length > 0 && open.at(-1)!.end <= position) {
      const span = open.at(-1)!;
      writeTo(span.end);
      open.pop();
      result += markup.around(span)[1];
    }
  };
  for (const span of spans) {
    closeUntil(span.start);
    writeTo(span.start);
    // Nothing is formatted inside of code.
    if (open.some(isCode)) continue;
    result += markup.around(span)[0];
    open.push(span);
  }
  closeUntil(text.length);
  writeTo(text.length);
  return result;
};
