import { Button, Code, Stack, Text } from '@mantine/core';
import { IconMessages, IconSearchOff } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import type { Conversation } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { usePage } from '../../../lib/use-page.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { passesFilter, timesOf } from './conversation-filter.ts';
import type { ListFilters } from './use-list-filters.ts';

const pageSize = 25;
/** As many as the API finds by words. */
const mostFound = 100;

const columns: Column<Conversation>[] = [
  {
    key: 'subject',
    header: 'Conversation',
    render: ({ subject, userId }) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} lineClamp={2}>
          {subject || 'Without words'}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {userId}
        </Text>
      </Stack>
    ),
  },
  { key: 'channel', header: 'Channel', width: 150, render: ({ channel }) => <Code>{channel}</Code> },
  {
    key: 'rounds',
    header: 'Rounds',
    align: 'right',
    width: 90,
    render: ({ rounds }) => rounds.toLocaleString(),
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'right',
    width: 100,
    isMinor: true,
    render: ({ credits }) => credits,
  },
  {
    key: 'recent',
    header: 'Last message',
    width: 140,
    render: ({ recentChatAt }) => <TimeText time={recentChatAt} />,
  },
];

const NoConversations = ({ isFiltered }: { isFiltered: boolean }) => {
  const agent = useAgentScope();
  return isFiltered ? (
    <EmptyState icon={IconSearchOff} title="None like that">
      Search looks at the beginning of the first question and at the user. A user is filtered by the whole
      user_id, days by the newest message.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconMessages}
      title="Nobody has talked to this agent yet"
      action={
        <Button component={Link} href={`${agent.href}/try`}>
          Try the agent
        </Button>
      }
    >
      Everything said over the API, the widget, a shared page or here is kept and listed: with the sources of
      each answer, how it came about and what people thought of it.
    </EmptyState>
  );
};

interface TableProps {
  items: Conversation[];
  isFiltered: boolean;
  isRefreshing: boolean;
  paging?: Parameters<typeof DataTable>[0]['paging'];
}

const ConversationRows = ({ items, isFiltered, isRefreshing, paging }: TableProps) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  return (
    <DataTable
      label="Conversations"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate(`${agent.href}/conversations/${id}`)}
      isRefreshing={isRefreshing}
      paging={paging}
      empty={<NoConversations isFiltered={isFiltered} />}
    />
  );
};

const Found = ({ filters }: { filters: ListFilters }) => {
  const agent = useAgentScope();
  const found = useResource(at(agent.api, '/conversations/search'), {
    query: { words: filters.words, limit: mostFound },
  });
  return (
    <ResourceView resource={found}>
      {({ items }) => (
        <>
          <ConversationRows
            items={items.filter((conversation) => passesFilter(conversation, filters))}
            isFiltered
            isRefreshing={found.isFetching}
          />
          {items.length === mostFound && (
            <Text size="sm" c="dimmed" mt="sm">
              The newest {mostFound} that match. More words find fewer.
            </Text>
          )}
        </>
      )}
    </ResourceView>
  );
};

const Listed = ({ filters }: { filters: ListFilters }) => {
  const agent = useAgentScope();
  const [page, setPage] = usePage();
  const { channel, userId, isFiltered } = filters;
  const conversations = useResource(at(agent.api, '/conversations'), {
    query: { page, pageSize, channel, userId, ...timesOf(filters) },
  });
  return (
    <ResourceView resource={conversations}>
      {({ items, total }) => (
        <ConversationRows
          items={items}
          isFiltered={isFiltered}
          isRefreshing={conversations.isFetching}
          paging={{ page, pageSize, total, onPage: setPage }}
        />
      )}
    </ResourceView>
  );
};

/** Conversations, newest first; by words where some are given. */
export const ConversationTable = ({ filters }: { filters: ListFilters }) =>
  filters.words ? <Found filters={filters} /> : <Listed filters={filters} />;
