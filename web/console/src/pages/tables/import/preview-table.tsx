import { ScrollArea, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SheetPreview } from '../../../api/generated.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { t } from '../../../messages/translate.ts';
import { problemsByField } from '../grid/problems-by-field.ts';

interface PreviewTableProps {
  preview: Pick<SheetPreview, 'header' | 'mapping' | 'rows'>;
  /** Names of all fields of the table. */
  names: string[];
  /** Controls of a column. */
  renderColumn(column: { index: number; header: string }): ReactNode;
}

const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const columnName = (header: string, index: number): string =>
  header || t('tables.preview.unnamedColumn', { number: index + 1 });

const PreviewRow = ({
  row,
  preview,
  names,
}: {
  row: SheetPreview['rows'][number];
  preview: PreviewTableProps['preview'];
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

/** The first rows as they would be imported, with controls for each column. */
export const PreviewTable = ({ preview, names, renderColumn }: PreviewTableProps) => (
  <ScrollArea.Autosize
    mah={340}
    viewportProps={{ tabIndex: 0, 'aria-label': t('tables.preview.label'), role: 'region' }}
  >
    <Table aria-label={t('tables.preview.table')} verticalSpacing={4} withTableBorder>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('tables.preview.row')}</Table.Th>
          {preview.header.map(columnName).map((header, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
            <Table.Th key={index} miw={150} style={{ verticalAlign: 'top' }}>
              <Text size="xs" c="dimmed" truncate>
                {t('tables.preview.mapColumn', { column: header })}
              </Text>
              {renderColumn({ index, header })}
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
