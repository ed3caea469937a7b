import { Anchor, Button, Drawer, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { TestRun, TestRunCase } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { formatDateTime } from '../../lib/format-date-time.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { labelOf } from '../../lib/label-of.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { DraftState } from '../versions/draft-state.tsx';
import { CaseResults } from './case-results.tsx';
import { changeLabels, isActive } from './evaluation-labels.ts';
import { PassRate, RunState } from './run-state.tsx';

const pageSize = 25;
const refreshMs = 1500;

type Filter = 'not-passed' | 'regressed' | 'improved';

const Figures = ({ run, regressions }: { run: TestRun; regressions: number }) => {
  const figures: [string, string][] = [
    [t('evaluation.run.passed'), formatNumber(run.passed)],
    [t('evaluation.run.failed'), formatNumber(run.failed)],
    [t('evaluation.run.errors'), formatNumber(run.errors)],
    [t('evaluation.run.regressions'), formatNumber(regressions)],
    [t('evaluation.run.version'), formatNumber(run.version)],
    [t('evaluation.run.credits'), formatCredits(run.credits)],
  ];
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }}>
      {figures.map(([label, figure]) => (
        <Stack key={label} gap={0}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text size="lg" fw={600}>
            {figure}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
};

const stateOf = ({ passed, failed, errors }: TestRunCase) => {
  if (failed > 0) return <StatusBadge tone="bad">{t('evaluation.run.failed')}</StatusBadge>;
  if (errors > 0) return <StatusBadge tone="notice">{t('evaluation.run.errors')}</StatusBadge>;
  if (passed > 0) return <StatusBadge tone="good">{t('evaluation.run.passed')}</StatusBadge>;
  return <StatusBadge tone="quiet">{t('evaluation.status.queued')}</StatusBadge>;
};

const Cases = ({ setId, run }: { setId: string; run: TestRun }) => {
  const agent = useAgentScope();
  const [page, setPage] = usePage();
  const [filter, setFilter] = useFilter<Filter>('filter');
  const [against, setAgainst] = useFilter('against');
  const [opened, setOpened] = useState<number>();
  const own = at(agent.api, '/test-sets/{setId}', { setId });
  const others = useResource(at(own, '/runs'), { query: { page: 1, pageSize: 20 } });
  const cases = useResource(at(own, '/runs/{testRunId}/cases', { testRunId: run.id }), {
    query: {
      page,
      pageSize,
      ...(filter === '' ? {} : { filter }),
      ...(against === '' ? {} : { against }),
    },
    ...(isActive(run) ? { refreshMs } : {}),
  });
  const { refetch } = cases;
  const hasEnded = !isActive(run);
  // The last refresh may be older than the end of the run.
  useEffect(() => {
    if (hasEnded) void refetch();
  }, [hasEnded, refetch]);
  const columns: Column<TestRunCase>[] = [
    {
      key: 'case',
      header: t('evaluation.case.case'),
      width: '50%',
      render: ({ label, number }) => (
        <Anchor component="button" size="sm" fw={550} c="inherit" ta="left" onClick={() => setOpened(number)}>
          <Text span inherit lineClamp={2}>
            {label}
          </Text>
        </Anchor>
      ),
    },
    { key: 'state', header: t('evaluation.run.state'), render: stateOf },
    {
      key: 'change',
      header: t('evaluation.run.change'),
      render: ({ change }) =>
        change === 'regressed' || change === 'improved' ? (
          <StatusBadge tone={change === 'regressed' ? 'bad' : 'good'}>
            {labelOf(changeLabels, change)}
          </StatusBadge>
        ) : (
          <Text size="sm" c="dimmed">
            {labelOf(changeLabels, change)}
          </Text>
        ),
    },
    ...(run.repeats > 1
      ? [
          {
            key: 'rate',
            header: t('evaluation.run.passRate'),
            render: ({ passRate }: TestRunCase) => <PassRate rate={passRate} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <Group align="flex-end">
        <NativeSelect
          label={t('evaluation.run.filter')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          data={[
            { value: '', label: t('evaluation.filter.all') },
            { value: 'not-passed', label: t('evaluation.filter.notPassed') },
            { value: 'regressed', label: t('evaluation.filter.regressed') },
            { value: 'improved', label: t('evaluation.filter.improved') },
          ]}
        />
        <NativeSelect
          label={t('evaluation.run.compareWith')}
          value={against}
          onChange={(event) => setAgainst(event.currentTarget.value)}
          data={[
            { value: '', label: t('evaluation.run.previous') },
            ...(others.data?.items ?? [])
              .filter(({ id }) => id !== run.id)
              .map(({ id, createdAt, version }) => ({
                value: id,
                label: `${formatDateTime(createdAt)} · ${t('evaluation.run.version')} ${version}`,
              })),
          ]}
        />
      </Group>
      <ResourceView resource={cases}>
        {({ items, total, regressions }) => (
          <Stack>
            <Figures run={run} regressions={regressions} />
            <DataTable
              label={t('evaluation.tab.cases')}
              columns={columns}
              rows={items}
              rowKey={({ number }) => String(number)}
              onOpen={({ number }) => setOpened(number)}
              paging={{ page, pageSize, total, onPage: setPage }}
              empty={<Text c="dimmed">{t('evaluation.run.noCases')}</Text>}
            />
          </Stack>
        )}
      </ResourceView>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="xl"
        title={t('evaluation.run.result')}
      >
        {opened !== undefined && <CaseResults setId={setId} testRunId={run.id} number={opened} />}
      </Drawer>
    </>
  );
};

/** A tested draft can be published from here. */
const TestedDraft = ({ run }: { run: TestRun }) => {
  const { data } = useAgent();
  return data && run.status === 'completed' && data.draftVersion === run.version ? (
    <DraftState agent={data} />
  ) : null;
};

/** One run: progress, figures, and its cases with regressions first. */
export const RunView = ({ setId, testRunId }: { setId: string; testRunId: string }) => {
  const agent = useAgentScope();
  const sets = at(agent.api, '/test-sets');
  const path = at(sets, '/{setId}/runs/{testRunId}', { setId, testRunId });
  const run = useResource(path, { refreshMs });
  const stop = useChange((_none: undefined) => api.post(at(path, '/cancel'), undefined), {
    changes: [sets],
  });
  return (
    <ResourceView resource={run}>
      {(one) => (
        <>
          <Anchor component={Link} href={`${agent.href}/test-sets/${setId}`} size="sm">
            {t('evaluation.backToSet')}
          </Anchor>
          <PageHeader title={t('evaluation.run.run')} description={formatDateTime(one.createdAt)}>
            {isActive(one) && agent.can('agent:write') && (
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                loading={stop.isPending}
                onClick={() => stop.mutate(undefined)}
              >
                {t('evaluation.run.stop')}
              </Button>
            )}
          </PageHeader>
          <TestedDraft run={one} />
          <Stack gap="lg">
            <Group gap="xl" align="flex-start">
              <RunState run={one} />
              <PassRate rate={one.passRate} />
            </Group>
            <Cases setId={setId} run={one} />
          </Stack>
        </>
      )}
    </ResourceView>
  );
};
