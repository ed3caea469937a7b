import { NativeSelect, Stack } from '@mantine/core';
import type { DateOrder, FieldType } from '../../../api/derived-types.ts';
import type { NewTablePreview } from '../../../api/generated.ts';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { fieldNameProblem } from '../fields/check-name.ts';
import { longestName } from '../fields/field-limits.ts';
import { typeOptions } from '../fields/field-types.ts';
import { DateOrderSelect } from './date-order-select.tsx';

/** A column of the file as a field of the new table. */
export interface NewColumn {
  name: string;
  /** Does not change. Rows are previewed under it, so that renaming a field needs no new preview. */
  proposedName: string;
  type: FieldType;
  isSkipped: boolean;
}

export const columnsOf = ({ columns, fields }: NewTablePreview): NewColumn[] =>
  columns.map(({ name, type }, index) => ({
    name,
    proposedName: name,
    type,
    isSkipped: fields[index] === null,
  }));

const otherNames = (columns: readonly NewColumn[], index: number): string[] =>
  columns.filter((column, at) => at !== index && !column.isSkipped).map(({ name }) => name);

/** Why the table cannot be created with the column. */
export const columnProblem = (columns: readonly NewColumn[], index: number): LabelKey | undefined => {
  const { name, isSkipped } = columns[index]!;
  if (isSkipped) return undefined;
  return name === '' ? 'tables.field.nameProblem' : fieldNameProblem(name, otherNames(columns, index));
};

interface NewColumnControlsProps {
  header: string;
  columns: NewColumn[];
  index: number;
  needsDateOrder: boolean;
  dateOrder: DateOrder | null;
  onChange(columns: NewColumn[]): void;
  onDateOrder(order: DateOrder | null): void;
}

/** Name and type of the field that a column becomes. */
export const NewColumnControls = (props: NewColumnControlsProps) => {
  const { header, columns, index, needsDateOrder, dateOrder, onChange, onDateOrder } = props;
  const column = columns[index]!;
  const problem = columnProblem(columns, index);
  const set = (part: Partial<NewColumn>): void => onChange(columns.with(index, { ...column, ...part }));
  return (
    <Stack gap={4}>
      <NativeSelect
        size="xs"
        aria-label={t('tables.newFile.typeOf', { column: header })}
        data={[{ value: '', label: t('tables.preview.skip') }, ...typeOptions()]}
        value={column.isSkipped ? '' : column.type}
        onChange={(event) => {
          const type = event.currentTarget.value;
          set(type === '' ? { isSkipped: true } : { type: type as FieldType, isSkipped: false });
        }}
      />
      {!column.isSkipped && (
        <LimitedInput
          size="xs"
          aria-label={t('tables.newFile.nameOf', { column: header })}
          value={column.name}
          limit={longestName}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={problem && t(problem)}
        />
      )}
      {needsDateOrder && !column.isSkipped && column.type === 'DATETIME' && (
        <DateOrderSelect column={header} value={dateOrder} onChange={onDateOrder} />
      )}
    </Stack>
  );
};
