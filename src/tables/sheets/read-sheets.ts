import { AppError } from '../../lib/errors.ts';
import { serviceOwner } from '../../lib/fair-queue.ts';
import { categoryOf } from '../../lib/file-formats/index.ts';
import { defineJob, type Sandbox, SandboxError } from '../../lib/sandbox/index.ts';
import { type Recognition, RecognitionError, type Sheet } from '../../recognition/index.ts';
import type parseCsvJob from './parse-csv.ts';

const parseCsv = defineJob<typeof parseCsvJob>(new URL('./parse-csv.ts', import.meta.url), { cpuMs: 1500 });

/** The largest import. More rows would delay other imports too long. */
export const mostImportRows = 10_000;
export const longestCsv = 4_000_000;
/** In base64, so that the file has at most 10 MB. */
export const longestFileContent = 14_000_000;
export const mostColumns = 1000;
/** Rows above the header, such as titles and notes. */
const mostRowsAbove = 100;
const readTimeoutMs = 20_000;

/** A table outside the service: CSV text, or an Excel or CSV file in base64. */
export type SheetSource =
  | { csv: string; file?: undefined }
  | { csv?: undefined; file: { name: string; content: string } };

const refuse = (field: string, problem: string): never => {
  throw new AppError('invalidParameter', `${field} ${problem}`);
};

/** Names of text files with a table in them. */
const textTable = /\.(?:txt|tsv|tab)$/i;

const requireSize = ({ name, rows }: Sheet): void => {
  if (rows.length > mostImportRows + mostRowsAbove)
    refuse('file', `must have at most ${mostImportRows} rows in the sheet ${JSON.stringify(name)}; split it`);
  if ((rows[0]?.length ?? 0) > mostColumns) refuse('file', `must have at most ${mostColumns} columns`);
};

/**
 * Reads the sheets of a table file. Files are parsed in the processes that read documents, with limits of time and
 * memory, and CSV text in the sandbox, because unclosed quotes can take the parser minutes.
 */
export const createReadSheets = ({
  sandbox,
  recognition,
}: {
  sandbox: Sandbox;
  recognition: Recognition;
}) => {
  const fromCsv = async (workspaceId: string, csv: string): Promise<Sheet[]> => {
    if (csv.length > longestCsv) refuse('csv', `must have at most ${longestCsv} characters; split it`);
    try {
      const parsed = await sandbox.run(workspaceId, parseCsv, { csv, mostRows: mostImportRows, mostColumns });
      return 'refusal' in parsed ? refuse('csv', parsed.refusal) : [{ name: 'csv', rows: parsed.lines }];
    } catch (error) {
      return error instanceof SandboxError ? refuse('csv', error.message) : Promise.reject(error);
    }
  };

  const fromFile = async (
    workspaceId: string,
    { name, content }: { name: string; content: string },
  ): Promise<Sheet[]> => {
    const bytes = Buffer.from(content, 'base64');
    if (bytes.byteLength === 0) refuse('file.content', 'must be the file in base64');
    try {
      const read = await recognition.recognise(
        {
          source: { bytes },
          name,
          cellValues: true,
          ...(textTable.test(name) ? { declaredFormat: 'csv' } : {}),
        },
        { timeoutMs: readTimeoutMs, owner: { ...serviceOwner, workspaceId } },
      );
      if (categoryOf(read.format) !== 'spreadsheet')
        refuse('file', `must be an Excel or CSV file; its content is ${read.format}`);
      return read.sheets ?? [];
    } catch (error) {
      return error instanceof RecognitionError
        ? refuse('file', `cannot be read. ${error.message}`)
        : Promise.reject(error);
    }
  };

  /** All sheets with content. Rows have no empty rows between them. */
  return async (workspaceId: string, source: SheetSource): Promise<Sheet[]> => {
    const sheets =
      source.file === undefined
        ? await fromCsv(workspaceId, source.csv)
        : await fromFile(workspaceId, source.file);
    sheets.forEach(requireSize);
    if (!sheets.some(({ rows }) => rows.length > 1))
      refuse('file', 'must have a header and at least one row');
    return sheets;
  };
};

export type ReadSheets = ReturnType<typeof createReadSheets>;
