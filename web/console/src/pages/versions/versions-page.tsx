import { Button, Group, Paper, Switch, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Agent, AgentVersion } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { describeActor } from '../../lib/describe-actor.ts';
import { usePage } from '../../lib/use-page.ts';
import { t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { DraftState } from './draft-state.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

const pageSize = 50;

const DraftSwitch = ({ agent }: { agent: Agent }) => {
  const scope = useAgentScope();
  const change = useChange((enabled: boolean) => api.put(at(scope.api, '/drafts'), { enabled }), {
    changes: [at(scope.workspace.api, '/agents')],
  });
  return (
    <Paper p="md" mb="lg">
      <Switch
        label={t('versions.drafts')}
        description={t('versions.drafts.hint')}
        checked={agent.draftsEnabled}
        disabled={change.isPending || !scope.can('agent:write')}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </Paper>
  );
};

const State = ({ version }: { version: AgentVersion }) => {
  if (version.isLive) return <StatusBadge tone="good">{t('versions.live')}</StatusBadge>;
  if (version.isDraft) return <StatusBadge tone="notice">{t('versions.draft')}</StatusBadge>;
  return null;
};

const Description = ({ version: { note, restoredFrom } }: { version: AgentVersion }) => (
  <div style={{ overflowWrap: 'anywhere' }}>
    {restoredFrom !== null && (
      <Text size="xs" c="dimmed">
        {t('versions.restoredFrom', { version: restoredFrom })}
      </Text>
    )}
    <Text size="sm">{note}</Text>
  </div>
);

type Action = 'compare' | 'restore' | 'note';

const actionLabels = {
  compare: ['versions.action.compare', 'versions.action.compareVersion'],
  note: ['versions.action.note', 'versions.action.noteVersion'],
  restore: ['versions.action.restore', 'versions.action.restoreVersion'],
} as const;

const createColumns = (
  canWrite: boolean,
  onAct: (action: Action, version: AgentVersion) => void,
): Column<AgentVersion>[] => [
  {
    key: 'version',
    header: t('versions.number'),
    render: (version) => (
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" fw={550}>
          {version.version}
        </Text>
        <State version={version} />
      </Group>
    ),
  },
  { key: 'note', header: t('versions.note'), render: (version) => <Description version={version} /> },
  {
    key: 'author',
    header: t('versions.author'),
    render: ({ createdBy }) => <span style={{ overflowWrap: 'anywhere' }}>{describeActor(createdBy)}</span>,
  },
  { key: 'time', header: t('versions.time'), render: ({ createdAt }) => <TimeText time={createdAt} /> },
  {
    key: 'actions',
    header: t('versions.actions'),
    isHeaderHidden: true,
    align: 'right',
    render: (version) => (
      <Group gap={4} justify="flex-end">
        {(['compare', ...(canWrite ? (['note', 'restore'] as const) : [])] as Action[])
          .filter((action) => action !== 'restore' || !(version.isLive || version.isDraft))
          .map((action) => (
            <Button
              key={action}
              size="compact-xs"
              variant="subtle"
              onClick={(event) => {
                event.stopPropagation();
                onAct(action, version);
              }}
              aria-label={t(actionLabels[action][1], { version: version.version })}
            >
              {t(actionLabels[action][0])}
            </Button>
          ))}
      </Group>
    ),
  },
];

const Versions = ({ agent }: { agent: Agent }) => {
  const scope = useAgentScope();
  const [page, setPage] = usePage();
  const [chosen, setChosen] = useState<{ action: Action; version: AgentVersion }>();
  const versions = useResource(at(scope.api, '/versions'), { query: { page, pageSize } });
  const close = (): void => setChosen(undefined);
  return (
    <ResourceView resource={versions}>
      {({ items, total }) => (
        <>
          <DataTable
            label={t('shell.page.versions')}
            columns={createColumns(scope.can('agent:write'), (action, version) =>
              setChosen({ action, version }),
            )}
            rows={items}
            rowKey={({ version }) => String(version)}
            onOpen={(version) => setChosen({ action: 'compare', version })}
            isRefreshing={versions.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconHistory} title={t('versions.empty')}>
                {t('versions.empty.text')}
              </EmptyState>
            }
          />
          {chosen?.action === 'compare' && (
            <CompareDialog
              versions={items}
              from={items[items.indexOf(chosen.version) + 1]?.version ?? chosen.version.version}
              to={chosen.version.version}
              onClose={close}
            />
          )}
          {chosen?.action === 'restore' && (
            <RestoreDialog agent={agent} version={chosen.version} onClose={close} />
          )}
          {chosen?.action === 'note' && <NoteDialog version={chosen.version} onClose={close} />}
        </>
      )}
    </ResourceView>
  );
};

const VersionsPage = () => {
  const agent = useAgent();
  return (
    <>
      <PageHeader title={t('shell.page.versions')} description={t('versions.description')} />
      <ResourceView resource={agent}>
        {(data) => (
          <>
            <DraftState agent={data} hasLink={false} />
            <DraftSwitch agent={data} />
            <Versions agent={data} />
          </>
        )}
      </ResourceView>
    </>
  );
};

export default VersionsPage;
