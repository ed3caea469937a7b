import { type Static, Type } from 'typebox';
import { AppError } from '../../../lib/errors.ts';
import {
  fieldTypes,
  longestCsv,
  longestFileContent,
  mostColumns,
  mostImportRows,
} from '../../../tables/index.ts';
import { oneOf } from '../../schema.ts';

const dateOrders = ['dmy', 'mdy'] as const;
const decimalMarks = ['point', 'comma'] as const;
const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** What an import is read from, and how. */
export const SheetBody = {
  csv: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: longestCsv,
      description: `Content of a CSV file; the first line contains the column names; at most ${mostImportRows} rows`,
    }),
  ),
  file: Type.Optional(
    Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 255 }),
        content: Type.String({ minLength: 1, maxLength: longestFileContent, description: 'Base64' }),
      },
      {
        description: `An Excel or CSV file instead of csv, of at most 10 MB; at most ${mostImportRows} rows`,
      },
    ),
  ),
  sheet: Type.Optional(
    Type.String({ maxLength: 255, description: 'Name of the sheet; default: the first one with rows' }),
  ),
  headerRow: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Row of the column names, without empty rows; default: detected in a file, 1 in csv',
    }),
  ),
  formats: Type.Optional(
    Type.Array(
      Nullable(
        Type.Object({
          dateOrder: Type.Optional(oneOf(dateOrders, 'Day first or month first')),
          decimal: Type.Optional(oneOf(decimalMarks, '1,234.5 (point) or 1.234,5 (comma)')),
        }),
      ),
      { maxItems: mostColumns, description: 'How each column is written; default: detected' },
    ),
  ),
};

type Body = Static<ReturnType<typeof Type.Object<typeof SheetBody>>>;

export const sourceOf = ({ csv, file }: Pick<Body, 'csv' | 'file'>) => {
  if (csv !== undefined && file === undefined) return { csv };
  if (file !== undefined && csv === undefined) return { file };
  throw new AppError('invalidParameter', 'Send either csv or file');
};

const Problem = Nullable(Type.String());

/** Of an import into a table, and of an import that creates one. */
export const previewFields = {
  sheets: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() }), {
    description: 'All sheets with content, except hidden ones',
  }),
  sheet: Type.String(),
  headerRow: Type.Integer(),
  header: Type.Array(Type.String()),
  mapping: Type.Array(Nullable(Type.String())),
  columns: Type.Array(
    Type.Object({
      header: Type.String(),
      name: Type.String({ description: 'Proposed field name' }),
      type: oneOf(fieldTypes, 'Proposed type'),
      decimal: oneOf(decimalMarks),
      dateOrder: Nullable(oneOf(dateOrders)),
      needsDateOrder: Type.Boolean({
        description: 'Dates such as 03/04/2026 can be read in two ways: send formats[].dateOrder',
      }),
    }),
  ),
  formats: Type.Array(Type.Object({ decimal: oneOf(decimalMarks), dateOrder: Nullable(oneOf(dateOrders)) }), {
    description: 'How each column is read',
  }),
  totalRows: Type.Integer(),
  goodRows: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'Row number, starting at 1 after the header' }),
      values: Type.Record(Type.String(), Type.Unknown()),
      problem: Problem,
    }),
    { description: 'The first 20 rows' },
  ),
  problems: Type.Array(Type.Object({ row: Type.Integer(), problem: Type.String() }), {
    description:
      'The first 100 problems. Values that other records already use are only checked for the returned rows.',
  }),
};
