import { NativeSelect, ScrollArea, Table, Text } from '@mantine/core';
import type { AgentTable, CsvPreview } from '../../../api/generated.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { t } from '../../../messages/translate.ts';
import { problemsByField } from '../grid/problems-by-field.ts';

interface PreviewTableProps {
  table: AgentTable;
  preview: CsvPreview;
  onMapping(mapping: (string | null)[]): void;
}

/** Each field has at most one column: mapping it to another column removes it from the first. */
const remapped = (
  mapping: CsvPreview['mapping'],
  column: number,
  field: string | null,
): CsvPreview['mapping'] =>
  mapping.map((one, index) => (index === column ? field : one === field ? null : one));

const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const columnName = (header: string, index: number): string =>
  header || t('tables.preview.unnamedColumn', { number: index + 1 });

const PreviewRow = ({
  row,
  preview,
  names,
}: {
  row: CsvPreview['rows'][number];
  preview: CsvPreview;
  names: string[];
}) => {
  const { byField, rest } = problemsByField(row.problem ?? '', names);
  // A required field without a column has no cell that could show the error.
  const unmapped = Object.entries(byField).filter(([name]) => !preview.mapping.includes(name));
  const errors = [...rest, ...unmapped.map(([name, problem]) => `${name} ${problem}`)].filter(Boolean);
  return (
    <Table.Tr bg={row.problem === null ? undefined : 'var(--mantine-color-red-light)'}>
      <Table.Td c="dimmed">{formatNumber(row.row)}</Table.Td>
      {preview.mapping.map((field, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have no field, so only the position identifies a column
        <Table.Td key={column} style={{ maxWidth: 220, overflowWrap: 'anywhere' }}>
          <Text size="sm" lineClamp={3}>
            {field === null ? '' : shown(row.values[field])}
          </Text>
          {field !== null && byField[field] && (
            <Text size="xs" c="var(--mantine-color-red-light-color)">
              {byField[field]}
            </Text>
          )}
        </Table.Td>
      ))}
      <Table.Td>
        <Text size="xs" c="var(--mantine-color-red-light-color)">
          {errors.join('; ')}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
};

/** The first rows as they would be imported, with a selection of the field for each column. */
export const PreviewTable = ({ table, preview, onMapping }: PreviewTableProps) => {
  const names = table.fields.map(({ name }) => name);
  return (
    <ScrollArea.Autosize
      mah={340}
      viewportProps={{ tabIndex: 0, 'aria-label': t('tables.preview.label'), role: 'region' }}
    >
      <Table aria-label={t('tables.preview.table')} verticalSpacing={4} withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('tables.preview.row')}</Table.Th>
            {preview.header.map(columnName).map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
              <Table.Th key={index} miw={130}>
                <Text size="xs" c="dimmed" truncate>
                  {t('tables.preview.mapColumn', { column })}
                </Text>
                <NativeSelect
                  size="xs"
                  aria-label={t('tables.preview.fieldFor', { column })}
                  data={[{ value: '', label: t('tables.preview.skip') }, ...names]}
                  value={preview.mapping[index] ?? ''}
                  onChange={(event) =>
                    onMapping(remapped(preview.mapping, index, event.currentTarget.value || null))
                  }
                />
              </Table.Th>
            ))}
            <Table.Th>{t('tables.preview.error')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.rows.map((row) => (
            <PreviewRow key={row.row} row={row} preview={preview} names={names} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
};
