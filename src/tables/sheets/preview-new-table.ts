import { AppError } from '../../lib/errors.ts';
import { readField } from '../define-table.ts';
import { type Field, maxFields } from '../table.ts';
import type { createPreviewRows, SheetPreview } from './preview-rows.ts';
import type { ReadColumns, SheetChoice } from './read-columns.ts';
import type { GivenFormat } from './read-rows.ts';
import type { SheetSource } from './read-sheets.ts';

export type NewColumn = { name: string; type: string } | null;

interface NewTableInput extends SheetChoice {
  source: SheetSource;
  workspaceId: string;
  /** The field of each column, null for none. By default the proposed ones. */
  fields?: readonly NewColumn[] | undefined;
  formats?: readonly GivenFormat[] | undefined;
}

/** The result that an import into a new table would have, with fields that are proposed or given. */
export const createPreviewNewTable =
  ({
    readColumns,
    previewRows,
  }: {
    readColumns: ReadColumns;
    previewRows: ReturnType<typeof createPreviewRows>;
  }) =>
  async ({ fields: given, ...input }: NewTableInput): Promise<SheetPreview & { fields: NewColumn[] }> => {
    const { sheet, headerRow } = input;
    const { columns } = await readColumns(input.workspaceId, { ...input.source, sheet, headerRow });
    const fields = given
      ? [...given]
      : columns.map(({ name, type }, index) => (index < maxFields ? { name, type } : null));
    if (fields.length !== columns.length)
      throw new AppError('invalidParameter', `fields must have ${columns.length} items, one for each column`);
    const taken = new Set<string>();
    const table: Field[] = fields.flatMap((field, index) => {
      if (field === null) return [];
      const read = readField(field, `fields[${index}]`, taken);
      taken.add(read.name);
      return [{ ...read, fieldNo: taken.size - 1 }];
    });
    if (table.length === 0) throw new AppError('invalidFieldCount', 'fields must have at least 1 field');
    if (table.length > maxFields)
      throw new AppError('tooManyFields', `fields must have at most ${maxFields} fields`);
    const preview = await previewRows({
      ...input,
      table: { fields: table },
      mapping: fields.map((field) => field?.name ?? null),
    });
    return { ...preview, fields };
  };
