import { NativeSelect, ScrollArea, Table, Text } from '@mantine/core';
import type { AgentTable, CsvPreview } from '../../../api/generated.ts';
import { problemsByField } from '../grid/problems-by-field.ts';

interface PreviewTableProps {
  table: AgentTable;
  preview: CsvPreview;
  onMapping(mapping: (string | null)[]): void;
}

/** A field takes one column: chosen for another, it leaves the first. */
const remapped = (
  mapping: CsvPreview['mapping'],
  column: number,
  field: string | null,
): CsvPreview['mapping'] =>
  mapping.map((one, index) => (index === column ? field : one === field ? null : one));

const shown = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

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
  // A required field that no column goes to has no cell to stand at.
  const homeless = Object.entries(byField).filter(([name]) => !preview.mapping.includes(name));
  const said = [...rest, ...homeless.map(([name, problem]) => `${name} ${problem}`)].filter(Boolean);
  return (
    <Table.Tr bg={row.problem === null ? undefined : 'var(--mantine-color-red-light)'}>
      <Table.Td c="dimmed">{row.row}</Table.Td>
      {preview.mapping.map((field, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may go nowhere, their place tells them apart
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
          {said.join('; ')}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
};

/** The first rows as they would go in, under a choice of the field for each column. */
export const PreviewTable = ({ table, preview, onMapping }: PreviewTableProps) => {
  const names = table.fields.map(({ name }) => name);
  return (
    <ScrollArea.Autosize mah={340} viewportProps={{ tabIndex: 0, 'aria-label': 'Preview', role: 'region' }}>
      <Table aria-label="Preview of the import" verticalSpacing={4} withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            {preview.header.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name, their place tells them apart
              <Table.Th key={index} miw={130}>
                <Text size="xs" c="dimmed" truncate>
                  “{column || `column ${index + 1}`}” goes to
                </Text>
                <NativeSelect
                  size="xs"
                  aria-label={`Field for column ${column || index + 1}`}
                  data={[{ value: '', label: '(nowhere)' }, ...names]}
                  value={preview.mapping[index] ?? ''}
                  onChange={(event) =>
                    onMapping(remapped(preview.mapping, index, event.currentTarget.value || null))
                  }
                />
              </Table.Th>
            ))}
            <Table.Th>Problem</Table.Th>
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
