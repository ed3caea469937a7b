import { setImmediate as nextTick } from 'node:timers/promises';
import { AppError } from '../../lib/errors.ts';
import { findHeader } from './find-header.ts';
import { type ColumnProposal, proposeField } from './propose-fields.ts';
import { mostImportRows, type ReadSheets, type SheetSource } from './read-sheets.ts';

/** Cells that are looked at in one tick. */
const cellsPerTick = 20_000;

export interface SheetChoice {
  /** Name of the sheet. By default the first one with rows. */
  sheet?: string | undefined;
  /** Row of the column names, from 1. By default it is detected. */
  headerRow?: number | undefined;
}

/** One sheet, split into its columns. */
export interface SheetColumns {
  sheets: { name: string; rows: number }[];
  sheet: string;
  headerRow: number;
  header: string[];
  lines: string[][];
  columns: ColumnProposal[];
}

const refuse = (message: string): never => {
  throw new AppError('invalidParameter', message);
};

/** Reads a sheet and proposes a field for each of its columns. */
export const createReadColumns =
  (readSheets: ReadSheets) =>
  async (workspaceId: string, source: SheetSource & SheetChoice): Promise<SheetColumns> => {
    const sheets = await readSheets(workspaceId, source);
    const chosen =
      source.sheet === undefined
        ? sheets.find(({ rows }) => rows.length > 1)
        : sheets.find(({ name }) => name === source.sheet);
    if (!chosen)
      return refuse(`sheet must be one of ${sheets.map(({ name }) => JSON.stringify(name)).join(', ')}`);
    const { rows } = chosen;
    // CSV text is written by programs: its first line has the names.
    const detected = (): number => (source.file === undefined ? 0 : findHeader(rows));
    const headerIndex = source.headerRow === undefined ? detected() : source.headerRow - 1;
    if (headerIndex >= rows.length - 1)
      refuse(
        source.headerRow === undefined
          ? 'The sheet must have a header and at least one row'
          : `headerRow must be at most ${rows.length - 1}: at least one row must follow it`,
      );
    const header = rows[headerIndex]!.map((cell) => cell.trim());
    const lines = rows.slice(headerIndex + 1);
    if (lines.length > mostImportRows) refuse(`The sheet must have at most ${mostImportRows} rows; split it`);
    const columns: ColumnProposal[] = [];
    const taken = new Set<string>();
    let cells = 0;
    for (const [column, name] of header.entries()) {
      const proposal = proposeField(
        name,
        lines.map((line) => line[column] ?? ''),
        column,
        taken,
      );
      taken.add(proposal.name);
      columns.push(proposal);
      cells += lines.length;
      if (cells >= cellsPerTick) {
        cells = 0;
        await nextTick();
      }
    }
    return {
      sheets: sheets.map((one) => ({ name: one.name, rows: one.rows.length })),
      sheet: chosen.name,
      headerRow: headerIndex + 1,
      header,
      lines,
      columns,
    };
  };

export type ReadColumns = ReturnType<typeof createReadColumns>;
