import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconChecklist, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../api/address.ts';
import type { TestSet } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { PassRate, RunState } from './run-state.tsx';
import { SetDialog } from './set-dialog.tsx';

const refreshMs = 3000;

/** The test sets of the agent with the state of their newest runs. */
export const SetsView = () => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [isAdding, setIsAdding] = useState(false);
  const sets = useResource(at(agent.api, '/test-sets'), { refreshMs });
  const hrefOf = ({ id }: { id: string }): string => `${agent.href}/test-sets/${id}`;
  const add = agent.can('agent:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('evaluation.set.new')}
    </Button>
  );
  const columns: Column<TestSet>[] = [
    {
      key: 'name',
      header: t('evaluation.set.name'),
      width: '40%',
      render: (set) => (
        <Stack gap={0} align="flex-start">
          <Anchor component={Link} href={hrefOf(set)} size="sm" fw={550} underline="hover" c="inherit">
            {set.name}
          </Anchor>
          <Text size="xs" c="dimmed" lineClamp={2}>
            {set.description}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'cases',
      header: t('evaluation.set.cases'),
      align: 'right',
      render: ({ cases }) => formatNumber(cases),
    },
    { key: 'run', header: t('evaluation.set.lastRun'), render: ({ lastRun }) => <RunState run={lastRun} /> },
    {
      key: 'rate',
      header: t('evaluation.run.passRate'),
      render: ({ lastRun }) => <PassRate rate={lastRun?.passRate ?? null} />,
    },
    {
      key: 'regressions',
      header: t('evaluation.run.regressions'),
      align: 'right',
      render: ({ lastRun }) => formatNumber(lastRun?.regressions ?? 0),
    },
  ];
  return (
    <>
      <PageHeader title={t('evaluation.title')} description={t('evaluation.description')}>
        {add}
      </PageHeader>
      <ResourceView resource={sets}>
        {({ items }) => (
          <DataTable
            label={t('evaluation.title')}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={(set) => navigate(hrefOf(set))}
            empty={
              <EmptyState icon={IconChecklist} title={t('evaluation.empty.title')} action={add}>
                {t('evaluation.empty.text')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {isAdding && (
        <SetDialog
          set={undefined}
          onClose={() => setIsAdding(false)}
          onSaved={(set) => navigate(hrefOf(set))}
        />
      )}
    </>
  );
};
