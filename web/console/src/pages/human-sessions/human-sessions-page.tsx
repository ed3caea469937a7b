import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
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
import { usePage } from '../../lib/use-page.ts';
import { useWorkspace, type WorkspaceScope } from '../../session/use-workspace.ts';

const pageSize = 20;

const conversationOf = (
  workspace: WorkspaceScope,
  { agentId, conversationId }: { agentId: string; conversationId: string },
) => `${workspace.href}/agents/${agentId}/conversations/${conversationId}`;

const SessionState = ({ status, hasReplied }: { status: string; hasReplied: boolean }) => {
  if (status === 'closed') return <StatusBadge tone="quiet">ended</StatusBadge>;
  if (status === 'opening') return <StatusBadge tone="notice">calling the desk</StatusBadge>;
  return hasReplied ? (
    <StatusBadge tone="good">with a person</StatusBadge>
  ) : (
    <StatusBadge tone="busy">waiting for a reply</StatusBadge>
  );
};

const openColumns = (workspace: WorkspaceScope): Column<OpenSession>[] => [
  {
    key: 'conversation',
    header: 'Conversation',
    render: (session) => (
      <Stack gap={0}>
        <Anchor component={Link} href={conversationOf(workspace, session)} size="sm" fw={550} lineClamp={2}>
          {session.subject || 'Without a question yet'}
        </Anchor>
        <Text size="xs" c="dimmed">
          {session.userId} · {session.agentName} · {session.channel}
        </Text>
      </Stack>
    ),
  },
  { key: 'state', header: 'State', render: (session) => <SessionState {...session} /> },
  { key: 'since', header: 'Since', render: ({ createdAt }) => <TimeText time={createdAt} /> },
  {
    key: 'said',
    header: 'Last message',
    isMinor: true,
    render: ({ recentChatAt }) => <TimeText time={recentChatAt} />,
  },
  {
    key: 'until',
    header: 'Ends if silent',
    isMinor: true,
    render: ({ deadlineAt }) => <TimeText time={deadlineAt} never="—" />,
  },
];

const triggerNames: Record<string, string> = {
  phrase: 'the user',
  button: 'the user',
  tool: 'the agent',
  flow: 'the flow',
  operator: 'an operator',
};

const pastColumns = (workspace: WorkspaceScope): Column<HandoffSession>[] => [
  {
    key: 'conversation',
    header: 'Conversation',
    render: (session) => (
      <Anchor component={Link} href={conversationOf(workspace, session)} size="sm">
        …{session.conversationId.slice(-6)}
      </Anchor>
    ),
  },
  { key: 'channel', header: 'Channel', isMinor: true, render: ({ channel }) => channel },
  { key: 'trigger', header: 'Asked for by', render: ({ trigger }) => triggerNames[trigger] ?? trigger },
  {
    key: 'end',
    header: 'Ended by',
    render: ({ closeReason }) => (closeReason ?? '').toLowerCase().replaceAll('_', ' '),
  },
  { key: 'replied', header: 'Answered', render: ({ hasReplied }) => (hasReplied ? 'yes' : 'no') },
  { key: 'closed', header: 'When', render: ({ closedAt }) => <TimeText time={closedAt} /> },
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
    header: 'Action',
    align: 'right',
    render: (session) => (
      <Button size="compact-sm" variant="default" onClick={() => setEnding(session)}>
        End
      </Button>
    ),
  };
  const columns = openColumns(workspace);
  return (
    <>
      <ResourceView resource={sessions}>
        {({ items }) => (
          <DataTable
            label="Open sessions"
            columns={workspace.can('conversation:write') ? [...columns, action] : columns}
            rows={items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={IconHeadset}
                title="No person is needed right now"
                action={<SetUpReceiver>Set up the human service</SetUpReceiver>}
              >
                When a user asks for a person, the conversation appears here at once and stays until it ends.
                Set up the human service in the settings of an agent; the example desk of the repository is a
                start.
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      <ConfirmDialog
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title="End this session?"
        action="End it"
        onConfirm={async () => {
          await api.post(at(workspace.api, '/handoffs/{sessionId}/close', { sessionId: ending!.id }));
          await forget(at(workspace.api, '/handoffs'), at(workspace.api, '/overview'));
        }}
      >
        The human service is told, and the agent answers again. Nothing that was said is lost.
      </ConfirmDialog>
    </>
  );
};

const PastSessions = () => {
  const workspace = useWorkspace();
  const [page, setPage] = usePage();
  const sessions = useResource(at(workspace.api, '/handoffs'), {
    query: { page, pageSize, status: 'closed' },
  });
  return (
    <ResourceView resource={sessions}>
      {({ items, total }) => (
        <DataTable
          label="Ended sessions"
          columns={pastColumns(workspace)}
          rows={items}
          rowKey={({ id }) => id}
          paging={{ page, pageSize, total, onPage: setPage }}
          empty={
            <Text size="sm" c="dimmed">
              None has ended yet.
            </Text>
          }
        />
      )}
    </ResourceView>
  );
};

const HumanSessionsPage = () => (
  <>
    <PageHeader
      title="Human sessions"
      description="Conversations a person has taken over, as they are now. While a session is open the agent says nothing."
    />
    <Stack gap="xl">
      <OpenSessions />
      <div>
        <Group mb="sm">
          <Title order={2}>Ended</Title>
        </Group>
        <PastSessions />
      </div>
    </Stack>
  </>
);

export default HumanSessionsPage;
