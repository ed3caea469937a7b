import { Anchor, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { at } from '../../api/address.ts';
import type { TestRun } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { labelOf } from '../../lib/label-of.ts';
import { usePage } from '../../lib/use-page.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { starterLabels } from './evaluation-labels.ts';
import { PassRate, RunState } from './run-state.tsx';

const pageSize = 20;
const refreshMs = 2000;

/** The runs of a set, newest first. */
export const RunList = ({ setId }: { setId: string }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const runs = useResource(at(agent.api, '/test-sets/{setId}/runs', { setId }), {
    query: { page, pageSize },
    refreshMs,
  });
  const hrefOf = ({ id }: TestRun): string => `${agent.href}/test-sets/${setId}/runs/${id}`;
  const columns: Column<TestRun>[] = [
    {
      key: 'started',
      header: t('evaluation.run.started'),
      render: (run) => (
        <Anchor component={Link} href={hrefOf(run)} size="sm" fw={550} underline="hover" c="inherit">
          <TimeText time={run.createdAt} />
        </Anchor>
      ),
    },
    {
      key: 'starter',
      header: t('evaluation.run.startedBy'),
      isMinor: true,
      render: ({ createdBy, startedBy }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {startedBy === 'operator' && createdBy !== '' ? createdBy : labelOf(starterLabels, startedBy)}
        </Text>
      ),
    },
    { key: 'state', header: t('evaluation.run.run'), render: (run) => <RunState run={run} /> },
    {
      key: 'rate',
      header: t('evaluation.run.passRate'),
      render: ({ passRate }) => <PassRate rate={passRate} />,
    },
    {
      key: 'regressions',
      header: t('evaluation.run.regressions'),
      align: 'right',
      render: ({ regressions }) => (
        <Text size="sm" c={regressions > 0 ? 'var(--mantine-color-error)' : undefined}>
          {formatNumber(regressions)}
        </Text>
      ),
    },
    {
      key: 'version',
      header: t('evaluation.run.version'),
      align: 'right',
      render: ({ version }) => formatNumber(version),
    },
    {
      key: 'credits',
      header: t('evaluation.run.credits'),
      align: 'right',
      isMinor: true,
      render: ({ credits }) => formatCredits(credits),
    },
  ];
  return (
    <ResourceView resource={runs}>
      {({ items, total }) => (
        <DataTable
          label={t('evaluation.tab.runs')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          onOpen={(run) => navigate(hrefOf(run))}
          paging={{ page, pageSize, total, onPage: setPage }}
          empty={
            <EmptyState icon={IconPlayerPlay} title={t('evaluation.run.empty')}>
              {t('evaluation.run.emptyText')}
            </EmptyState>
          }
        />
      )}
    </ResourceView>
  );
};
