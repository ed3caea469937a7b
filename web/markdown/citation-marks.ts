/** Private characters that stand for the marks [1] to [200] while Markdown is rendered. */
const firstMark = 0xe100;
const mostMarks = 200;
const anyMark = /[\ue100-\ue1c8]/;
const everyMark = /[\ue100-\ue1c8]/g;

interface Span {
  start: number;
  end: number;
}

/** The text with a mark for each document after the parts that used it. Neighbouring sentences have one mark. */
export const withMarks = (text: string, spansByDocument: readonly Span[][]): string => {
  const marks = spansByDocument.slice(0, mostMarks).flatMap((spans, index) =>
    spans
      .toSorted((a, b) => a.start - b.start)
      .filter(({ end }, at, sorted) => {
        const next = sorted[at + 1];
        const isFollowed = next && next.end > end && text.slice(end, next.start).trim() === '';
        return end <= text.length && !isFollowed;
      })
      .map(({ end }) => ({ end, mark: String.fromCharCode(firstMark + index + 1) })),
  );
  let marked = '';
  let from = 0;
  for (const { end, mark } of marks.toSorted((a, b) => a.end - b.end)) {
    marked += text.slice(from, end).replace(everyMark, '') + mark;
    from = end;
  }
  return marked + text.slice(from).replace(everyMark, '');
};

/** The parts of a text and the numbers of the marks between them. */
export const splitAtMarks = (text: string): (string | number)[] =>
  anyMark.test(text)
    ? text
        .split(/([\ue100-\ue1c8])/)
        .filter((part) => part !== '')
        .map((part) => (anyMark.test(part) ? part.charCodeAt(0) - firstMark : part))
    : [text];

/** The text with [1] after the parts that used the first source, and so on. */
export const withNumbers = (text: string, spansBySource: readonly Span[][]): string =>
  splitAtMarks(withMarks(text, spansBySource))
    .map((part) => (typeof part === 'number' ? `\u00a0[${part}]` : part))
    .join('');
