import { countTokens, isWithinTokenLimit } from '../../lib/tokens.ts';
import { type Chunk, numberPassages, type Passage } from './chunk.ts';
import { cutWithin } from './cut-within.ts';
import { packTexts } from './pack-texts.ts';

export interface Sheet {
  name: string;
  /** Cells as displayed. */
  rows: string[][];
}

export interface ChunkSheetsOptions {
  /** Maximum tokens (o200k_base) of a chunk's text. */
  chunkTokens: number;
  /** How many of a sheet's first non-empty rows are its header. */
  headerRows: number;
}

const betweenCells = ' | ';

const cleanCell = (cell: string): string => cell.replaceAll(/\s+/g, ' ').trim();

/** Removes empty cells at the end. Those between stay, so that values keep their columns. */
const cleanRow = (row: string[]): string[] => {
  const cells = row.map(cleanCell);
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
};

const piecesOf = (text: string, limit: number): string[] => {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = cutWithin(text, start, text.length, limit);
    const piece = text.slice(start, end).trim();
    if (piece !== '') pieces.push(piece);
    start = end;
    while (text.charAt(start) === ' ') start++;
  }
  return pieces;
};

/** A row that does not fit below its header: cells with the title of their column, joined up to the limit. */
const splitRow = (cells: string[], header: string[][], limit: number): string[] => {
  const parts = cells.flatMap((cell, column) => {
    if (cell === '') return [];
    const titles = new Set(header.map((row) => row[column] ?? '').filter((title) => title !== ''));
    const titled = titles.size === 0 ? cell : `${[...titles].join(' / ')}: ${cell}`;
    return isWithinTokenLimit(titled, limit) ? [titled] : piecesOf(cell, limit);
  });
  return packTexts(parts, { separator: betweenCells, prefix: '', limit }).map(({ text }) => text);
};

const chunkSheet = (header: string[][], rows: string[][], limit: number): string[] => {
  const headerText = header.map((cells) => cells.join(betweenCells)).join('\n');
  const packed = packTexts(
    rows.map((cells) => cells.join(betweenCells)),
    { separator: '\n', prefix: headerText === '' ? '' : `${headerText}\n`, limit },
  );
  const isHeaderRepeated = packed.some(({ tokens }) => tokens <= limit);
  const texts = packed.flatMap(({ text, tokens, from }) =>
    tokens <= limit ? [text] : splitRow(rows[from]!, header, limit),
  );
  return isHeaderRepeated ? texts : [...piecesOf(headerText, limit), ...texts];
};

/**
 * Chunks of header rows and as many data rows as fit. The header counts towards the limit, because it is part of
 * the text. A row too long to fit below it is cut by cells, each with the title of its column.
 */
export const chunkSheets = (sheets: Sheet[], { chunkTokens, headerRows }: ChunkSheetsOptions): Chunk[] => {
  const passages: Passage[] = [];
  for (const { name, rows } of sheets) {
    const filled = rows.map(cleanRow).filter((cells) => cells.length > 0);
    const headingPath = name.trim() === '' ? [] : [name.trim()];
    for (const text of chunkSheet(filled.slice(0, headerRows), filled.slice(headerRows), chunkTokens)) {
      passages.push({ text, headingPath, tokens: countTokens(text) });
    }
  }
  return numberPassages(passages);
};
