import { Button, Code, NativeSelect, Stack, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { JobState } from '../../api/derived-types.ts';
import type { Job } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

const pageSize = 25;
const refreshMs = 3000;

const states: { value: JobState; label: string }[] = [
  { value: 'failed', label: 'Failed' },
  { value: 'running', label: 'Running' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delayed', label: 'Waiting for their time' },
];

const tones: Record<JobState, Tone> = { failed: 'bad', running: 'busy', waiting: 'quiet', delayed: 'quiet' };

const columns: Column<Job>[] = [
  { key: 'queue', header: 'Kind', render: ({ queue }) => <Code>{queue}</Code> },
  {
    key: 'state',
    header: 'State',
    render: ({ state }) => <StatusBadge tone={tones[state]}>{state}</StatusBadge>,
  },
  {
    key: 'about',
    header: 'About',
    isMinor: true,
    render: ({ about }) => (
      <Text size="sm" c="dimmed">
        {Object.entries(about)
          .map(([name, value]) => `${name} ${value.slice(-6)}`)
          .join(', ')}
      </Text>
    ),
  },
  { key: 'attempts', header: 'Tries', align: 'right', render: ({ attempts }) => attempts },
  {
    key: 'error',
    header: 'Why the last try failed',
    render: ({ error }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {error ?? ''}
      </Text>
    ),
  },
  { key: 'at', header: 'When', render: ({ at }) => <TimeText time={at} /> },
];

/** Single jobs of one state; failed ones can be tried again. */
export const JobList = () => {
  const workspace = useWorkspace();
  const [page, setPage] = usePage();
  const [state, setState] = useFilter<JobState>('state');
  const chosen = state || 'failed';
  const jobs = useResource(at(workspace.api, '/jobs'), {
    query: { page, pageSize, state: chosen },
    refreshMs,
  });
  const retry = useChange(
    ({ id }: Job) => api.post(at(workspace.api, '/jobs/{jobId}/retry', { jobId: id })),
    {
      changes: [at(workspace.api, '/jobs'), at(workspace.api, '/failures'), at(workspace.api, '/overview')],
      done: 'It is tried again.',
    },
  );
  const action: Column<Job> = {
    key: 'action',
    header: 'Action',
    align: 'right',
    render: (job) => (
      <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate(job)}>
        Try again
      </Button>
    ),
  };
  const shown = chosen === 'failed' && workspace.can('operation:write') ? [...columns, action] : columns;
  return (
    <Stack>
      <NativeSelect
        label="State"
        data={states}
        value={chosen}
        onChange={(event) => setState(event.currentTarget.value)}
        w={220}
      />
      <ResourceView resource={jobs}>
        {({ items, hasMore }) => (
          <DataTable
            label="Jobs"
            columns={shown}
            rows={items}
            rowKey={({ id }) => id}
            paging={{ page, pageSize, hasMore, onPage: setPage }}
            empty={
              <EmptyState
                icon={IconActivity}
                title={chosen === 'failed' ? 'No job has failed' : 'No such job now'}
              >
                Jobs read documents, send deliveries and import records. One that fails is tried again a few
                times before it waits here.
              </EmptyState>
            }
          />
        )}
      </ResourceView>
    </Stack>
  );
};
