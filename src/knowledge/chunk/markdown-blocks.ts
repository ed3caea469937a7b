/**
 * The blocks of a Markdown (or plain) text, in order, as ranges of the source. Not a renderer: it distinguishes
 * only what the chunker treats differently, in one pass over the lines.
 */
export type Block =
  | { kind: 'heading'; start: number; end: number; level: number; title: string }
  | { kind: 'table'; start: number; end: number /** Start of the first data row. */; bodyStart: number }
  | { kind: 'fence' | 'list' | 'prose'; start: number; end: number };

interface Line {
  start: number;
  /** Without the line feed. */
  end: number;
  text: string;
}

/** Enough to name a section. A "heading" of a megabyte is a paragraph that begins with a hash. */
const longestTitle = 200;
/** Markers are at the start of a line, so only the beginning of a long line is checked. */
const lookAt = 1000;

const heading = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const underline = /^ {0,3}(?:={3,}|-{3,})[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const listItem = /^[ \t]*(?:[-*+•]|\d{1,9}[.)、])[ \t]+\S/;
const delimiterRow = /^[ \t]*[|:-][|:\- \t]*$/;

const isBlank = (line: Line): boolean => line.text.trim() === '';
const isTableRow = (line: Line): boolean => line.text.includes('|');
const isDelimiterRow = (line: Line): boolean =>
  line.text.includes('|') && line.text.includes('-') && delimiterRow.test(line.text);

const linesOf = (source: string): Line[] => {
  const lines: Line[] = [];
  for (let start = 0; start <= source.length; ) {
    const feed = source.indexOf('\n', start);
    const end = feed === -1 ? source.length : feed;
    lines.push({ start, end, text: source.slice(start, Math.min(end, start + lookAt)) });
    start = end + 1;
  }
  return lines;
};

/** The text of a heading without its marks: emphasis, code, links, closing hashes. */
const titleOf = (text: string): string =>
  text
    .slice(0, 4 * longestTitle)
    .replace(/^[ \t]*#{1,6}[ \t]*/, '')
    .replace(/[ \t]#+[ \t]*$/, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[*`]|__/g, '')
    .trim()
    .slice(0, longestTitle)
    .toWellFormed();

const endOfFence = (lines: Line[], from: number, marker: string): number => {
  const closing = new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*$`);
  for (let at = from + 1; at < lines.length; at++) if (closing.test(lines[at]!.text)) return at;
  return lines.length - 1;
};

const endOfTable = (lines: Line[], from: number): number => {
  let at = from + 2;
  while (at < lines.length && isTableRow(lines[at]!) && !isBlank(lines[at]!)) at++;
  return at - 1;
};

const startsTable = (lines: Line[], at: number): boolean =>
  isTableRow(lines[at]!) && at + 1 < lines.length && isDelimiterRow(lines[at + 1]!);

const startsBlock = (lines: Line[], at: number): boolean => {
  const line = lines[at]!;
  return isBlank(line) || heading.test(line.text) || fence.test(line.text) || startsTable(lines, at);
};

const endOfProse = (lines: Line[], from: number): number => {
  let at = from + 1;
  while (at < lines.length && !startsBlock(lines, at)) at++;
  return at - 1;
};

/** The block whose first line is `at`, and the number of its last line. */
const readBlock = (lines: Line[], at: number): { block: Block; last: number } => {
  const line = lines[at]!;
  const range = (last: number) => ({ start: line.start, end: lines[last]!.end });
  const hashes = heading.exec(line.text)?.[1];
  if (hashes !== undefined) {
    return {
      block: { kind: 'heading', ...range(at), level: hashes.length, title: titleOf(line.text) },
      last: at,
    };
  }
  const marker = fence.exec(line.text)?.[1];
  if (marker !== undefined) {
    const last = endOfFence(lines, at, marker);
    return { block: { kind: 'fence', ...range(last) }, last };
  }
  if (startsTable(lines, at)) {
    const last = endOfTable(lines, at);
    const bodyStart = Math.min(lines[at + 1]!.end + 1, lines[last]!.end);
    return { block: { kind: 'table', ...range(last), bodyStart }, last };
  }
  const below = lines[at + 1];
  if (below !== undefined && underline.test(below.text)) {
    const level = below.text.includes('=') ? 1 : 2;
    return { block: { kind: 'heading', ...range(at + 1), level, title: titleOf(line.text) }, last: at + 1 };
  }
  const last = endOfProse(lines, at);
  const isList = lines.slice(at, last + 1).some((each) => listItem.test(each.text));
  return { block: { kind: isList ? 'list' : 'prose', ...range(last) }, last };
};

export const markdownBlocks = (source: string): Block[] => {
  const lines = linesOf(source);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (isBlank(lines[at]!)) continue;
    const { block, last } = readBlock(lines, at);
    blocks.push(block);
    at = last;
  }
  return blocks;
};

/** Whether a line begins a list item. Its wrapped lines and nested text belong to it. */
export const startsListItem = (line: string): boolean => listItem.test(line.slice(0, lookAt));
