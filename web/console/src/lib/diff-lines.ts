import { type DiffPart, diffSequence } from './diff-sequence.ts';

export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  /** The line in pieces. Changed ones are marked. */
  words: { text: string; isChanged: boolean }[];
}

/** Unchanged lines that are shown around a change. */
const contextLines = 3;

const wordsOf = (line: string): string[] => line.match(/\s+|[\p{L}\p{N}_]+|./gu) ?? [];

const whole = (kind: DiffLine['kind'], line: string): DiffLine => ({
  kind,
  words: [{ text: line, isChanged: false }],
});

/** The line before and after its change, with the words that differ. */
const compareLine = (before: string, after: string): [DiffLine, DiffLine] => {
  const parts = diffSequence(wordsOf(before), wordsOf(after));
  const side = (kind: 'removed' | 'added'): DiffLine => ({
    kind,
    words: parts
      .filter((part) => part.kind === 'same' || part.kind === kind)
      .map((part) => ({ text: part.items.join(''), isChanged: part.kind === kind })),
  });
  return [side('removed'), side('added')];
};

/** Lines that replace others are compared word by word, in order. */
const linesOf = (part: DiffPart<string>, next: DiffPart<string> | undefined): DiffLine[] => {
  if (part.kind !== 'removed' || next?.kind !== 'added')
    return part.items.map((line) => whole(part.kind, line));
  const pairs = part.items.map((line, index): [DiffLine, DiffLine | undefined] => {
    const replacement = next.items[index];
    return replacement === undefined ? [whole('removed', line), undefined] : compareLine(line, replacement);
  });
  return [
    ...pairs.map(([removed]) => removed),
    ...pairs.flatMap(([, added]) => (added ? [added] : [])),
    ...next.items.slice(part.items.length).map((line) => whole('added', line)),
  ];
};

/** The lines that changed with some lines around them. null: unchanged lines were left out. */
export const diffLines = (before: string, after: string): (DiffLine | null)[] => {
  const parts = diffSequence(before.split('\n'), after.split('\n'));
  const lines = parts.flatMap((part, index) => {
    const isPaired = part.kind === 'added' && parts[index - 1]?.kind === 'removed';
    return isPaired ? [] : linesOf(part, parts[index + 1]);
  });
  const isNearChange = (index: number): boolean =>
    lines
      .slice(Math.max(0, index - contextLines), index + contextLines + 1)
      .some(({ kind }) => kind !== 'same');
  return lines.flatMap((line, index): (DiffLine | null)[] => {
    if (isNearChange(index)) return [line];
    return index === 0 || isNearChange(index - 1) ? [null] : [];
  });
};
