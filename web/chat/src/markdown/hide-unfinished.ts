import { longestFormula, mayBecomeFormula, readFormula } from '../../../markdown/math-rules.ts';
import { closeInline } from './close-inline.ts';

/** Starts of a line that belong to the block around it: quotes, list items and indentation. */
const prefix = String.raw`[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*`;
const fenceLine = new RegExp(`^${prefix}(\`{3,}|~{3,})([^\\n]*)$`, 'gm');
/** The last line so far may become a code fence. Its language is still growing. */
const fenceStart = new RegExp(`^${prefix}(?:\`{1,2}|\`{3,}[^\`]*|~{1,2}|~{3,}.*)$`);
/** The last line so far has only a mark: a list item, a heading, a task, a line below a heading or a rule. */
const markOnly = new RegExp(`^${prefix}(?:#{1,6}|[-+*_=]+|\\d{1,9}[.)]?|\\[[ xX]?\\]?)?[ \\t]*$`);
const itemStart = /^[ \t>]*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]+/;
const delimiterRow = /^[\s>|:-]*-[\s>|:-]*$/;
const delimiterStart = /^[\s>|:-]*$/;
const pipeFirst = /^[\s>]*\|/;
/** A longer line with a pipe, but not at its start, is probably not the head of a table. */
const longestHead = 200;

/** The mark of the code block that these lines leave open. */
const openFence = (lines: string): string | undefined => {
  let open: string | undefined;
  for (const [, mark, rest] of lines.matchAll(fenceLine))
    if (open === undefined) {
      if (mark![0] === '~' || !rest!.includes('`')) open = mark;
    } else if (mark!.startsWith(open) && rest!.trim() === '') open = undefined;
  return open;
};

const formulaLine = /^[ \t>]*(?=\$\$|\\\[)/gm;

/** Where a formula that has no end yet begins, and where the last complete one ends. */
const findFormulas = (text: string): { open?: number; done: number } => {
  // A formula cannot contain an empty line, so the last block is enough.
  const from = Math.max(text.lastIndexOf('\n\n'), text.length - longestFormula, 0);
  const block = text.slice(from);
  let done = 0;
  for (const { index, 0: indent } of block.matchAll(formulaLine)) {
    if (index < done) continue;
    const at = index + indent.length;
    const formula = readFormula(block, at);
    if (formula) done = at + formula.source.length;
    else if (mayBecomeFormula(block, at)) return { open: from + index, done: 0 };
  }
  return { done: done > 0 ? from + done : 0 };
};

/** How many of the last lines may become a table, or are an unfinished row of one. */
const unfinishedRows = (lines: string[]): number => {
  const last = lines.at(-1)!;
  const isTable = lines.some(
    (line, index) =>
      index > 0 && index < lines.length - 1 && delimiterRow.test(line) && lines[index - 1]!.includes('|'),
  );
  if (isTable) return 1;
  if (lines.at(-2)?.includes('|') && delimiterStart.test(last)) return 2;
  return last.includes('|') && (pipeFirst.test(last) || last.length < longestHead) ? 1 : 0;
};

/**
 * Markdown that is still streaming, without what would show as raw marks: the unfinished row of a table, link or
 * fence at the end is left out until it is complete, and open emphasis and code are closed. Looks only at the last
 * block, besides one pass for code fences.
 */
export const hideUnfinished = (text: string): string => {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const last = text.slice(complete.length);
  const fence = openFence(complete);
  if (fence) return /^[\s>]*(`+|~+)\s*$/.exec(last)?.[1]?.[0] === fence[0] ? complete : text;
  if (fenceStart.test(last)) return complete;
  const { open, done } = findFormulas(text);
  if (open !== undefined) return text.slice(0, open);

  const lines = text.slice(Math.max(text.lastIndexOf('\n\n') + 1, done)).split('\n');
  const rows = unfinishedRows(lines);
  const shown = lines.slice(0, lines.length - rows);
  const before = text.slice(0, text.length - lines.join('\n').length);
  if (rows > 0) return before + shown.map((line) => `${line}\n`).join('');
  if (last !== '' && markOnly.test(last)) return complete;
  const start = Math.max(
    0,
    lines.findLastIndex((line) => itemStart.test(line)),
  );
  const mark = itemStart.exec(lines[start]!)?.[0] ?? '';
  const rest = lines.slice(start).join('\n').slice(mark.length);
  return text.slice(0, text.length - rest.length) + closeInline(rest);
};
