import { type CellObject, type Range, read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { repackZip } from '../archive/repack-zip.ts';
import { markdownTable } from '../markdown/markdown-table.ts';
import type { Reading, Sheet } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cellText } from './cell-text.ts';
import { cellValue } from './cell-value.ts';
import { evenRows } from './even-rows.ts';

/** Images, macros and printer settings contain no text of the table. */
const isTablePart = (name: string): boolean =>
  /\.(?:xml|rels)$/i.test(name) ||
  /^xl\/(?:workbook|styles|sharedStrings|worksheets\/sheet\d+)\.bin$/i.test(name);

/** Larger merges are page design (or an attack with a million rows), not labels that rows need. */
const maxMergedCells = 5_000;
const maxFilledCells = 500_000;

const openWorkbook = (bytes: Uint8Array): WorkBook => {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      // For dates that the library cannot display.
      cellNF: true,
      // The only date format that follows the reader's locale. Written so that day and month cannot be confused.
      dateNF: 'yyyy-mm-dd',
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/password|encrypt/i.test(message))
      throw new RecognitionError('encrypted', 'The spreadsheet is protected by a password', { cause: error });
    throw new RecognitionError('damaged', 'The spreadsheet is damaged and cannot be read', { cause: error });
  }
};

/** Repeats the text of a merged cell in every cell it covers, so that each row can be read alone. */
const fillMerges = (rows: string[][], merges: Range[], width: number): void => {
  let budget = maxFilledCells;
  for (const { s: start, e: end } of merges) {
    const text = rows[start.r]?.[start.c] ?? '';
    const isTitle = start.c === 0 && start.r === end.r && end.c >= width - 1;
    const cells = (end.r - start.r + 1) * (end.c - start.c + 1);
    if (text === '' || isTitle || cells > Math.min(maxMergedCells, budget)) continue;
    budget -= cells;
    for (const row of rows.slice(start.r, end.r + 1)) {
      for (let column = start.c; column <= Math.min(end.c, width - 1); column += 1) row[column] ||= text;
    }
  }
};

type CellReader = (cell: CellObject | undefined, countsFrom1904: boolean) => string;

const rowsOf = (sheet: WorkSheet, countsFrom1904: boolean, readCell: CellReader): string[][] => {
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  const rows = Array.from({ length: data.length }, (_, index) =>
    // Holes of a sparse row are undefined in the copy and become empty cells.
    Array.from(data[index] ?? [], (cell) => readCell(cell, countsFrom1904)),
  );
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.findLastIndex(Boolean) + 1), 0);
  fillMerges(rows, sheet['!merges'] ?? [], width);
  const even = evenRows(rows);
  if (even === undefined) throw new RecognitionError('too-complex', 'The spreadsheet has too many cells');
  return even;
};

const visibleSheets = (workbook: WorkBook, readCell: CellReader): { sheets: Sheet[]; hidden: string[] } => {
  const sheets: Sheet[] = [];
  const hidden: string[] = [];
  const countsFrom1904 = workbook.Workbook?.WBProps?.date1904 === true;
  workbook.SheetNames.forEach((name, index) => {
    if (workbook.Workbook?.Sheets?.[index]?.Hidden) {
      hidden.push(name);
      return;
    }
    const sheet = workbook.Sheets[name];
    const rows = sheet ? rowsOf(sheet, countsFrom1904, readCell) : [];
    if (rows.length > 0) sheets.push({ name, rows });
  });
  return { sheets, hidden };
};

/** @param options.cellValues cells as data instead of as displayed, and no Markdown. */
export const readSpreadsheet = async (
  bytes: Uint8Array,
  { cellValues = false }: { cellValues?: boolean } = {},
): Promise<Reading> => {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const workbook = openWorkbook(isZip ? await repackZip(bytes, isTablePart) : bytes);
  const { sheets, hidden } = visibleSheets(workbook, cellValues ? cellValue : cellText);
  return {
    kind: 'table',
    markdown: sheets
      .map(({ name, rows }) => (cellValues ? name : `## ${name}\n\n${markdownTable(rows)}`))
      .join('\n\n'),
    sheets,
    // Hidden sheets are not read.
    warnings: hidden.length > 0 ? [`Hidden sheets were skipped: ${hidden.join(', ')}`] : [],
  };
};
