import { Anchor, Button, Tabs } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { TestSet } from '../../api/generated.ts';
import { forget } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { CaseList } from './case-list.tsx';
import { isActive } from './evaluation-labels.ts';
import { RunList } from './run-list.tsx';
import { SetDialog } from './set-dialog.tsx';
import { StartRunDialog } from './start-run-dialog.tsx';

const refreshMs = 2000;

const Actions = ({ set }: { set: TestSet }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<'run' | 'edit' | 'delete'>();
  const sets = at(agent.api, '/test-sets');
  const close = (): void => setDialog(undefined);
  return (
    <>
      <Button
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        disabled={set.cases === 0 || isActive(set.lastRun)}
        onClick={() => setDialog('run')}
      >
        {t('evaluation.run.start')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setDialog('edit')}
      >
        {t('evaluation.set.edit')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setDialog('delete')}
      >
        {t('common.delete')}
      </Button>
      {dialog === 'run' && (
        <StartRunDialog
          set={set}
          onClose={close}
          onStarted={(run) => navigate(`${agent.href}/test-sets/${set.id}/runs/${run.id}`)}
        />
      )}
      {dialog === 'edit' && <SetDialog set={set} onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title={t('evaluation.set.delete')}
        onConfirm={async () => {
          await api.remove(at(sets, '/{setId}', { setId: set.id }));
          navigate(`${agent.href}/test-sets`);
          await forget(sets);
        }}
      >
        {t('evaluation.set.deleteText')}
      </ConfirmDialog>
    </>
  );
};

/** One test set: its cases and its runs. */
export const SetView = ({ setId }: { setId: string }) => {
  const agent = useAgentScope();
  const [tab, setTab] = useFilter<'runs'>('tab');
  const set = useResource(at(agent.api, '/test-sets/{setId}', { setId }), { refreshMs });
  return (
    <ResourceView resource={set}>
      {(one) => (
        <>
          <Anchor component={Link} href={`${agent.href}/test-sets`} size="sm">
            {t('evaluation.back')}
          </Anchor>
          <PageHeader title={one.name} description={one.description}>
            {agent.can('agent:write') && <Actions set={one} />}
          </PageHeader>
          <Tabs value={tab || 'cases'} onChange={(value) => setTab(value === 'runs' ? 'runs' : '')}>
            <Tabs.List mb="md">
              <Tabs.Tab value="cases">{t('evaluation.tab.cases')}</Tabs.Tab>
              <Tabs.Tab value="runs">{t('evaluation.tab.runs')}</Tabs.Tab>
            </Tabs.List>
          </Tabs>
          {tab === 'runs' ? <RunList setId={setId} /> : <CaseList set={one} />}
        </>
      )}
    </ResourceView>
  );
};
