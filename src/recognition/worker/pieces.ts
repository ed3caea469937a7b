import type { Recognised } from '../recognised.ts';
import type { ResultPiece } from './messages.ts';

const pieceBytes = 512 * 1024;
const pieceCharacters = 256 * 1024;
/** Takes about as long to decode as a piece of text. */
const pieceCells = 4_000;

export function* piecesOfBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    yield bytes.subarray(start, start + pieceBytes);
  }
}

function* piecesOfRows(rows: string[][], sheet: number): Generator<ResultPiece> {
  const rowsAtOnce = Math.max(1, Math.floor(pieceCells / (rows[0]?.length || 1)));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    yield { type: 'rows', sheet, rows: rows.slice(start, start + rowsAtOnce) };
  }
}

export function* piecesOfResult({ markdown, sheets = [] }: Recognised): Generator<ResultPiece> {
  for (let start = 0; start < markdown.length; start += pieceCharacters) {
    yield { type: 'text', text: markdown.slice(start, start + pieceCharacters) };
  }
  for (const [index, { rows }] of sheets.entries()) yield* piecesOfRows(rows, index);
}

/** The result without its large parts, sent after the pieces. */
export const frameOfResult = (result: Recognised): Recognised => ({
  ...result,
  markdown: '',
  ...(result.sheets ? { sheets: result.sheets.map(({ name }) => ({ name, rows: [] })) } : {}),
});

/** Joins the pieces again. */
export const createAssembler = () => {
  const texts: string[] = [];
  const rows: string[][][] = [];
  return {
    add: (piece: ResultPiece): void => {
      if (piece.type === 'text') texts.push(piece.text);
      else {
        rows[piece.sheet] ??= [];
        for (const row of piece.rows) rows[piece.sheet]!.push(row);
      }
    },
    finish: (frame: Recognised): Recognised => ({
      ...frame,
      markdown: texts.join(''),
      ...(frame.sheets
        ? { sheets: frame.sheets.map(({ name }, index) => ({ name, rows: rows[index] ?? [] })) }
        : {}),
    }),
  };
};
