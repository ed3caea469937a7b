import { Code, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { AuditEntry } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { usePage } from '../../lib/use-page.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

const pageSize = 25;
const typingMs = 300;

const summaryOf = ({ changes }: AuditEntry): string => {
  const names = Object.keys(changes);
  return names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
};

const columns: Column<AuditEntry>[] = [
  { key: 'when', header: 'When', render: ({ createdAt }) => <TimeText time={createdAt} /> },
  { key: 'who', header: 'Who', render: ({ actor }) => actor },
  { key: 'what', header: 'What', render: ({ action }) => <Code>{action}</Code> },
  {
    key: 'target',
    header: 'Of',
    isMinor: true,
    render: ({ targetKind, targetId }) => `${targetKind} ${targetId.slice(-6)}`,
  },
  {
    key: 'fields',
    header: 'Changed',
    render: (entry) => (
      <Text size="sm" c="dimmed" lineClamp={1}>
        {summaryOf(entry)}
      </Text>
    ),
  },
];

const show = (value: unknown): string => {
  if (value === null) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const Entry = ({ entry, onClose }: { entry: AuditEntry; onClose(): void }) => (
  <Modal opened onClose={onClose} title={entry.action} size="xl">
    <Stack>
      <Text size="sm">
        {entry.actor}, {new Date(entry.createdAt).toLocaleString()}, {entry.targetKind} {entry.targetId}
      </Text>
      <Table verticalSpacing="xs" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(entry.changes).map(([field, [before, after]]) => (
            <Table.Tr key={field}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{field}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{show(before)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{show(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  </Modal>
);

const AuditPage = () => {
  const workspace = useWorkspace();
  const [page, setPage] = usePage();
  const [actor, setActor] = useState('');
  const [action, setAction] = useState('');
  const [opened, setOpened] = useState<AuditEntry>();
  const [filter] = useDebouncedValue({ actor: actor.trim(), action: action.trim() }, typingMs);
  const isFiltered = filter.actor !== '' || filter.action !== '';
  const entries = useResource('/audit', {
    query: { page, pageSize, workspaceId: workspace.id, ...filter },
  });
  const filterBy = (set: (text: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    setPage(1);
  };
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what, and when. Secrets are masked; entries cannot be changed."
      />
      <Group mb="md" align="flex-end">
        <TextInput label="Who" placeholder="anna@example.com" value={actor} onChange={filterBy(setActor)} />
        <TextInput label="What" placeholder="agent.update" value={action} onChange={filterBy(setAction)} />
      </Group>
      <ResourceView resource={entries}>
        {({ items, total }) => (
          <DataTable
            label="Audit log"
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={(entry) => setOpened(entry)}
            isRefreshing={entries.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState
                icon={IconHistory}
                title={isFiltered ? 'Nothing like that' : 'Nothing has been changed yet'}
              >
                {isFiltered
                  ? 'The filters compare whole words: the e-mail of an operator, the name of an action.'
                  : 'Every change made here or over the management API is written down with who made it.'}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {opened && <Entry entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
};

export default AuditPage;
