import { Button, Stack, Text } from '@mantine/core';
import { IconMessages, IconSearchOff } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import type { Conversation } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { channelName } from '../../../lib/channel-labels.ts';
import { formatCredits } from '../../../lib/format-credits.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { usePage } from '../../../lib/use-page.ts';
import { userName } from '../../../lib/user-name.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { passesFilter, timesOf } from './conversation-filter.ts';
import type { ListFilters } from './use-list-filters.ts';

const pageSize = 25;
/** Most results that the search of the API returns. */
const maxResults = 100;

const columns = (): Column<Conversation>[] => [
  {
    key: 'subject',
    header: t('common.conversation'),
    render: (conversation) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} lineClamp={2}>
          {conversation.subject || t('conversations.noText')}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {userName(conversation)}
        </Text>
        {conversation.deletedByUserAt && (
          <StatusBadge tone="quiet">{t('conversations.deletedByUser')}</StatusBadge>
        )}
      </Stack>
    ),
  },
  { key: 'channel', header: t('common.channel'), width: 170, render: ({ channel }) => channelName(channel) },
  {
    key: 'rounds',
    header: t('conversations.facts.rounds'),
    align: 'right',
    width: 90,
    render: ({ rounds }) => formatNumber(rounds),
  },
  {
    key: 'credits',
    header: t('common.credits'),
    align: 'right',
    width: 100,
    isMinor: true,
    render: ({ credits }) => formatCredits(credits),
  },
  {
    key: 'recent',
    header: t('conversations.facts.lastMessage'),
    width: 140,
    render: ({ recentChatAt }) => <TimeText time={recentChatAt} />,
  },
];

const NoConversations = ({ isFiltered }: { isFiltered: boolean }) => {
  const agent = useAgentScope();
  return isFiltered ? (
    <EmptyState icon={IconSearchOff} title={t('shell.noMatches')}>
      {t('conversations.noMatchesHint')}
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconMessages}
      title={t('conversations.empty')}
      action={
        <Button component={Link} href={`${agent.href}/try`}>
          {t('conversations.tryAgent')}
        </Button>
      }
    >
      {t('conversations.emptyHint')}
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
      label={t('shell.page.conversations')}
      columns={columns()}
      rows={items}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate(`${agent.href}/conversations/${id}`)}
      isRefreshing={isRefreshing}
      paging={paging}
      empty={<NoConversations isFiltered={isFiltered} />}
    />
  );
};

const SearchResults = ({ filters }: { filters: ListFilters }) => {
  const agent = useAgentScope();
  const found = useResource(at(agent.api, '/conversations/search'), {
    query: { words: filters.words, limit: maxResults },
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
          {items.length === maxResults && (
            <Text size="sm" c="dimmed" mt="sm">
              {t('conversations.moreResults', { count: maxResults })}
            </Text>
          )}
        </>
      )}
    </ResourceView>
  );
};

const AllConversations = ({ filters }: { filters: ListFilters }) => {
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

/** Conversations, newest first, or the results of a search. */
export const ConversationTable = ({ filters }: { filters: ListFilters }) =>
  filters.words ? <SearchResults filters={filters} /> : <AllConversations filters={filters} />;
