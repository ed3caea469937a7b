import type { OcrLine, OcrWord } from './ocr-line.ts';

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const right = ({ box }: OcrWord): number => box.left + box.width;

/** Pieces at the same height, from left to right, form a line. */
const linesOf = (pieces: OcrWord[]): OcrLine[] => {
  const lines: OcrWord[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.box.top - b.box.top)) {
    const middle = piece.box.top + piece.box.height / 2;
    const line = lines.findLast(
      ([first]) => first && Math.abs(first.box.top + first.box.height / 2 - middle) < first.box.height / 2,
    );
    if (line) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((words) => ({ words: words.toSorted((a, b) => a.box.left - b.box.left) }));
};

/** Widest empty vertical strip, as its middle and width. */
const gutterOf = (pieces: OcrWord[]): { middle: number; width: number } => {
  const sorted = pieces.toSorted((a, b) => a.box.left - b.box.left);
  let reach = sorted[0] ? right(sorted[0]) : 0;
  let best = { middle: 0, width: 0 };
  for (const piece of sorted) {
    const width = piece.box.left - reach;
    if (width > best.width) best = { middle: reach + width / 2, width };
    reach = Math.max(reach, right(piece));
  }
  return best;
};

/** Lines of prose fill their column; cells of a table do not. */
const isProse = (pieces: OcrWord[]): boolean => {
  const width = Math.max(...pieces.map(right)) - Math.min(...pieces.map(({ box }) => box.left));
  return pieces.length >= 4 && median(pieces.map(({ box }) => box.width)) > width * 0.7;
};

/**
 * Pieces of text in reading order. Columns of prose are read one after the other, everything else line by
 * line, so that table rows are kept.
 */
export const orderBoxes = (pieces: OcrWord[], depth = 0): OcrLine[] => {
  const gutter = gutterOf(pieces);
  if (depth < 4 && gutter.width > median(pieces.map(({ box }) => box.height)) * 0.8) {
    const left = pieces.filter((piece) => right(piece) <= gutter.middle);
    const rest = pieces.filter((piece) => right(piece) > gutter.middle);
    if (isProse(left) && isProse(rest))
      return [...orderBoxes(left, depth + 1), ...orderBoxes(rest, depth + 1)];
  }
  return linesOf(pieces);
};
