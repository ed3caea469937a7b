import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { JobState } from '../../api/derived-types.ts';
import type { Job } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { CopyIcon } from '../../components/copy-field.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { labelOf, optionsOf } from '../../lib/label-of.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { objectLabels, queueLabels, stateLabels } from './job-labels.ts';

const pageSize = 25;
const refreshMs = 3000;

const tones: Record<JobState, Tone> = { failed: 'bad', running: 'busy', waiting: 'quiet', delayed: 'quiet' };

interface JobObjectProps {
  kind: string;
  id: string;
  name: string | undefined;
}

const JobObject = ({ kind, id, name }: JobObjectProps) => (
  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
    {name === undefined ? (
      <>
        {t('jobs.objectId', { kind, id: id.slice(-6) })}{' '}
        <CopyIcon value={id} label={t('jobs.copyId', { kind })} />
      </>
    ) : (
      t('jobs.objectName', { kind, name })
    )}
  </Text>
);

const columns = (): Column<Job>[] => [
  { key: 'queue', header: t('jobs.queue'), render: ({ queue }) => labelOf(queueLabels, queue) },
  {
    key: 'state',
    header: t('common.state'),
    render: ({ state }) => <StatusBadge tone={tones[state]}>{t(stateLabels[state])}</StatusBadge>,
  },
  {
    key: 'object',
    header: t('jobs.object'),
    isMinor: true,
    render: ({ about, names }) =>
      Object.entries(about).map(([key, id]) => (
        <JobObject key={key} kind={labelOf(objectLabels, key)} id={id} name={names[key]} />
      )),
  },
  {
    key: 'attempts',
    header: t('jobs.attempts'),
    align: 'right',
    render: ({ attempts }) => formatNumber(attempts),
  },
  {
    key: 'error',
    header: t('jobs.lastError'),
    render: ({ error }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {error ?? '—'}
      </Text>
    ),
  },
  { key: 'at', header: t('jobs.time'), render: ({ at }) => <TimeText time={at} /> },
];

/** Jobs in one state. Failed jobs can be retried. */
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
      done: t('jobs.retrying'),
    },
  );
  const action: Column<Job> = {
    key: 'action',
    header: t('jobs.action'),
    align: 'right',
    render: (job) => (
      <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate(job)}>
        {t('jobs.retry')}
      </Button>
    ),
  };
  const mayRetry = chosen === 'failed' && workspace.can('operation:write');
  return (
    <Stack>
      <NativeSelect
        label={t('common.state')}
        data={optionsOf(stateLabels)}
        value={chosen}
        onChange={(event) => setState(event.currentTarget.value)}
        w={220}
      />
      <ResourceView resource={jobs}>
        {({ items, hasMore }) => (
          <DataTable
            label={t('jobs.tab.jobs')}
            columns={mayRetry ? [...columns(), action] : columns()}
            rows={items}
            rowKey={({ id }) => id}
            paging={{ page, pageSize, hasMore, onPage: setPage }}
            empty={
              <EmptyState
                icon={IconActivity}
                title={t(chosen === 'failed' ? 'jobs.noFailedJobs' : 'jobs.noJobs')}
              >
                {t('jobs.noJobsHint')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
    </Stack>
  );
};
