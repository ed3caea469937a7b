import { Anchor, Button, Stack, Switch, Text, Title } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { HandoffSession, OpenSession } from '../../api/generated.ts';
import { queryClient } from '../../api/query-client.ts';
import { forget } from '../../api/use-change.ts';
import { useEvents } from '../../api/use-events.ts';
import { resourceKey, useResource } from '../../api/use-resource.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { SetUpReceiver } from '../../components/set-up-receiver.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { channelName } from '../../lib/channel-labels.ts';
import { labelOf } from '../../lib/label-of.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { userName } from '../../lib/user-name.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace, type WorkspaceScope } from '../../session/use-workspace.ts';
import { closeReasonLabels, missedLabels, triggerLabels } from './session-labels.ts';

const pageSize = 20;

const conversationOf = (
  workspace: WorkspaceScope,
  { agentId, conversationId }: { agentId: string; conversationId: string },
) => `${workspace.href}/agents/${agentId}/conversations/${conversationId}`;

const SessionState = ({ status, hasReplied }: { status: string; hasReplied: boolean }) => {
  if (status === 'opening')
    return <StatusBadge tone="notice">{t('humanSessions.state.opening')}</StatusBadge>;
  if (status === 'awaiting_message')
    return <StatusBadge tone="notice">{t('humanSessions.state.awaitingMessage')}</StatusBadge>;
  if (status === 'left_message')
    return <StatusBadge tone="notice">{t('humanSessions.state.leftMessage')}</StatusBadge>;
  return hasReplied ? (
    <StatusBadge tone="good">{t('humanSessions.state.replied')}</StatusBadge>
  ) : (
    <StatusBadge tone="busy">{t('humanSessions.state.waiting')}</StatusBadge>
  );
};

/** Where a person answers: in the inbox, with a link to the session, or in the human service. */
const Backend = ({
  workspace,
  session,
}: {
  workspace: WorkspaceScope;
  session: Pick<OpenSession, 'id' | 'backend'>;
}) =>
  session.backend === 'inbox' ? (
    <Anchor component={Link} href={`${workspace.href}/inbox/${session.id}`} size="sm">
      {t('humanSessions.backend.inbox')}
    </Anchor>
  ) : (
    t('humanSessions.backend.webhook')
  );

const backendColumn = <Session extends Pick<OpenSession, 'id' | 'backend'>>(
  workspace: WorkspaceScope,
): Column<Session> => ({
  key: 'backend',
  header: t('humanSessions.backend.title'),
  render: (session) => <Backend workspace={workspace} session={session} />,
});

const openColumns = (workspace: WorkspaceScope): Column<OpenSession>[] => [
  {
    key: 'conversation',
    header: t('common.conversation'),
    render: (session) => (
      <Stack gap={0}>
        <Anchor component={Link} href={conversationOf(workspace, session)} size="sm" fw={550} lineClamp={2}>
          {session.subject || t('humanSessions.noMessage')}
        </Anchor>
        <Text size="xs" c="dimmed">
          {userName(session)} · {session.agentName} · {channelName(session.channel, session.platform)}
        </Text>
      </Stack>
    ),
  },
  backendColumn(workspace),
  { key: 'state', header: t('common.state'), render: (session) => <SessionState {...session} /> },
  {
    key: 'started',
    header: t('humanSessions.started'),
    render: ({ createdAt }) => <TimeText time={createdAt} />,
  },
  {
    key: 'lastMessage',
    header: t('humanSessions.lastMessage'),
    isMinor: true,
    render: ({ recentChatAt }) => <TimeText time={recentChatAt} />,
  },
  {
    key: 'timeout',
    header: t('humanSessions.timeout'),
    isMinor: true,
    render: ({ deadlineAt }) => <TimeText time={deadlineAt} never="—" />,
  },
];

const pastColumns = (workspace: WorkspaceScope): Column<HandoffSession>[] => [
  {
    key: 'conversation',
    header: t('common.conversation'),
    render: (session) => (
      <Stack gap={0}>
        <Anchor component={Link} href={conversationOf(workspace, session)} size="sm" lineClamp={2}>
          {session.subject || t('humanSessions.noMessage')}
        </Anchor>
        <Text size="xs" c="dimmed">
          {session.agentName}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'channel',
    header: t('common.channel'),
    isMinor: true,
    render: ({ channel, platform }) => channelName(channel, platform),
  },
  backendColumn(workspace),
  {
    key: 'trigger',
    header: t('humanSessions.past.trigger'),
    render: ({ trigger }) => labelOf(triggerLabels, trigger),
  },
  {
    key: 'end',
    header: t('humanSessions.past.endedBy'),
    render: ({ closeReason }) => closeReason && labelOf(closeReasonLabels, closeReason),
  },
  {
    key: 'replied',
    header: t('humanSessions.past.replied'),
    render: ({ hasReplied, missed }) =>
      missed
        ? labelOf(missedLabels, missed)
        : t(hasReplied ? 'humanSessions.past.yes' : 'humanSessions.past.no'),
  },
  {
    key: 'closed',
    header: t('humanSessions.past.ended'),
    render: ({ closedAt }) => <TimeText time={closedAt} />,
  },
];

const OpenSessions = () => {
  const workspace = useWorkspace();
  const path = at(workspace.api, '/handoffs/open');
  const [ending, setEnding] = useState<OpenSession>();
  const sessions = useResource(path);
  useEvents(at(workspace.api, '/handoffs/events'), ({ event, data }) => {
    if (event === 'sessions') queryClient.setQueryData(resourceKey(path), data);
  });
  const action: Column<OpenSession> = {
    key: 'action',
    header: t('humanSessions.action'),
    align: 'right',
    render: (session) => (
      <Button size="compact-sm" variant="default" onClick={() => setEnding(session)}>
        {t('humanSessions.end.action')}
      </Button>
    ),
  };
  const columns = openColumns(workspace);
  return (
    <>
      <ResourceView resource={sessions}>
        {({ items }) => (
          <DataTable
            label={t('humanSessions.open.title')}
            columns={workspace.can('conversation:write') ? [...columns, action] : columns}
            rows={items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={IconHeadset}
                title={t('humanSessions.open.empty')}
                action={<SetUpReceiver>{t('humanSessions.setUp')}</SetUpReceiver>}
              >
                {t('humanSessions.open.emptyHint')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      <ConfirmDialog
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={t('humanSessions.end.title')}
        action={t('humanSessions.end.confirm')}
        onConfirm={async () => {
          await api.post(at(workspace.api, '/handoffs/{sessionId}/close', { sessionId: ending!.id }));
          await forget(at(workspace.api, '/handoffs'), at(workspace.api, '/overview'));
        }}
      >
        {t('humanSessions.end.hint')}
      </ConfirmDialog>
    </>
  );
};

const PastSessions = () => {
  const workspace = useWorkspace();
  const [page, setPage] = usePage();
  const [missed, setMissed] = useFilter('missed');
  const isMissed = missed === 'true';
  const sessions = useResource(at(workspace.api, '/handoffs'), {
    query: { page, pageSize, status: 'closed', ...(isMissed && { missed: true }) },
  });
  return (
    <>
      <Switch
        mb="sm"
        label={t('humanSessions.past.missedOnly')}
        checked={isMissed}
        onChange={({ currentTarget }) => setMissed(currentTarget.checked ? 'true' : '')}
      />
      <ResourceView resource={sessions}>
        {({ items, total }) => (
          <DataTable
            label={t('humanSessions.past.title')}
            columns={pastColumns(workspace)}
            rows={items}
            rowKey={({ id }) => id}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <Text size="sm" c="dimmed">
                {t(isMissed ? 'humanSessions.past.noMissed' : 'humanSessions.past.empty')}
              </Text>
            }
          />
        )}
      </ResourceView>
    </>
  );
};

const HumanSessionsPage = () => (
  <>
    <PageHeader title={t('shell.page.humanSessions')} description={t('humanSessions.description')} />
    <Stack gap="xl">
      <OpenSessions />
      <div>
        <Title order={2} mb="sm">
          {t('humanSessions.past.title')}
        </Title>
        <PastSessions />
      </div>
    </Stack>
  </>
);

export default HumanSessionsPage;
