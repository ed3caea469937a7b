import { markdownTable } from '../markdown/markdown-table.ts';
import { findElements, isElement, type MarkupElement, textBelow } from '../markdown/markup-nodes.ts';
import { type SpanCell, spanGrid } from '../markdown/span-grid.ts';
import { openPackage } from '../open-document/open-package.ts';
import type { Reading, Sheet } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { evenRows } from './even-rows.ts';

/** Cells with a text, also repeated ones. An empty cell or row may be repeated millions of times. */
const mostFilledCells = 1_000_000;
/** A style of the whole row is written as one repeated empty cell behind the last value. */
const mostEmptyCells = 1_000;
const mostEmptyRows = 100;

const tableNames = new Set(['table:table']);
const rowNames = new Set(['table:table-row']);
const cellNames = new Set(['table:table-cell', 'table:covered-table-cell']);
const paragraphNames = new Set(['text:p']);

const repeatOf = (value: string | undefined): number => Math.max(1, Math.floor(Number(value ?? 1)) || 1);

/** As the spreadsheet displays it. Comments are inside the cell, but not its text. */
const shownText = (cell: MarkupElement): string =>
  findElements(cell.children, paragraphNames, ({ name }) => name !== 'office:annotation')
    .map(({ children }) => textBelow(children))
    .join(' ')
    .trim();

/** The value as data: ISO dates, numbers without separators. */
const dataText = (cell: MarkupElement): string => {
  const { attributes } = cell;
  const type = attributes['office:value-type'];
  if (type === 'date') return (attributes['office:date-value'] ?? '').replace('T', ' ');
  if (type === 'float' || type === 'currency' || type === 'percentage')
    return attributes['office:value'] ?? '';
  if (type === 'boolean') return attributes['office:boolean-value'] ?? '';
  return shownText(cell);
};

const tooMany = () => new RecognitionError('too-complex', 'The spreadsheet has too many cells');

const createCellCounter = () => {
  let left = mostFilledCells;
  return (count: number): void => {
    left -= count;
    if (left < 0) throw tooMany();
  };
};

const cellsOf = (
  row: MarkupElement,
  textOf: (cell: MarkupElement) => string,
  count: (cells: number) => void,
): SpanCell[] =>
  row.children
    .filter((node) => isElement(node) && cellNames.has(node.name))
    .flatMap((node): SpanCell[] => {
      const cell = node as MarkupElement;
      const isCovered = cell.name === 'table:covered-table-cell';
      // The spanning cell covers these.
      if (isCovered) return [];
      const text = textOf(cell);
      const repeat = repeatOf(cell.attributes['table:number-columns-repeated']);
      const cells = Math.min(repeat, text === '' ? mostEmptyCells : mostFilledCells + 1);
      count(text === '' ? 0 : cells);
      const span = {
        text,
        columns: repeatOf(cell.attributes['table:number-columns-spanned']),
        rows: repeatOf(cell.attributes['table:number-rows-spanned']),
      };
      return Array.from({ length: cells }, () => span);
    });

const rowsOf = (table: MarkupElement, textOf: (cell: MarkupElement) => string): string[][] => {
  const count = createCellCounter();
  const rows = findElements(table.children, rowNames).flatMap((row) => {
    const cells = cellsOf(row, textOf, count);
    const last = cells.findLastIndex(({ text }) => text !== '');
    const repeat = repeatOf(row.attributes['table:number-rows-repeated']);
    const kept = cells.slice(0, last + 1);
    const repeated = Math.min(repeat, last < 0 ? mostEmptyRows : mostFilledCells);
    count((repeated - 1) * kept.length);
    return Array.from({ length: repeated }, () => kept);
  });
  const even = evenRows(spanGrid(rows));
  if (even === undefined) throw tooMany();
  return even;
};

/** @param options.cellValues cells as data instead of as displayed, and no Markdown. */
export const readOds = async (
  bytes: Uint8Array,
  { cellValues = false }: { cellValues?: boolean } = {},
): Promise<Reading> => {
  const { body } = await openPackage(bytes);
  const textOf = cellValues ? dataText : shownText;
  const sheets: Sheet[] = findElements(body, tableNames)
    .map((table, index) => ({
      name: table.attributes['table:name'] ?? `Sheet${index + 1}`,
      rows: rowsOf(table, textOf),
    }))
    .filter(({ rows }) => rows.length > 0);
  return {
    kind: 'table',
    markdown: sheets
      .map(({ name, rows }) => (cellValues ? name : `## ${name}\n\n${markdownTable(rows)}`))
      .join('\n\n'),
    sheets,
  };
};
