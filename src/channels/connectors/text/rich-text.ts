export type SpanStyle = 'bold' | 'italic' | 'strike' | 'code' | 'block' | 'quote' | 'link';

/** A formatted part of the text. Offsets are UTF-16 code units. Spans of one text are nested or disjoint. */
export interface Span {
  start: number;
  end: number;
  style: SpanStyle;
  /** Of a link. */
  href?: string;
  /** Of a block of code. */
  language?: string;
}

/**
 * Plain text with formatting beside it. So the text can be cut anywhere, and every part is formatted correctly in the
 * notation of any platform.
 */
export interface RichText {
  text: string;
  /** By start; of the same start the longer one first. */
  spans: readonly Span[];
}

export const plainText = (text: string): RichText => ({ text, spans: [] });

/** The part from `start` to `end`, with the formatting that applies there. */
export const sliceRich = ({ text, spans }: RichText, start: number, end: number): RichText => ({
  text: text.slice(start, end),
  spans: spans.flatMap((span) => {
    const clipped = { start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start };
    return clipped.start < clipped.end ? [{ ...span, ...clipped }] : [];
  }),
});
