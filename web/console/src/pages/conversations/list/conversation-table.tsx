import { Button, Stack, Text } from '@mantine/core';
import { IconMessages, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { previewOf } from '../../../../../../src/lib/language/markdown-preview.ts';
import { type Address, at } from '../../../api/address.ts';
import type { Conversation, FoundConversation } from '../../../api/generated.ts';
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
import {
  agentScope,
  useAgentScope,
  useAgentScopeIfAny,
  useWorkspace,
} from '../../../session/use-workspace.ts';
import { timesOf } from './day-filter.ts';
import { SnippetText } from './snippet-text.tsx';
import { type ListFilters, searchQueryOf } from './use-list-filters.ts';

const pageSize = 25;

/** A conversation of the list, or one that a search has found. */
type Listed = Conversation & Partial<Pick<FoundConversation, 'match' | 'agentName'>>;

const columns = (hasAgents: boolean): Column<Listed>[] => [
  {
    key: 'subject',
    header: t('common.conversation'),
    render: (conversation) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} lineClamp={2}>
          {previewOf(conversation.subject) || t('conversations.noText')}
        </Text>
        {conversation.match && <SnippetText match={conversation.match} />}
        <Text size="xs" c="dimmed" lineClamp={1}>
          {userName(conversation)}
        </Text>
        {conversation.deletedByUserAt && (
          <StatusBadge tone="quiet">{t('conversations.deletedByUser')}</StatusBadge>
        )}
      </Stack>
    ),
  },
  ...(hasAgents
    ? [
        {
          key: 'agent',
          header: t('common.agent'),
          width: 170,
          render: ({ agentName }: Listed) => (
            <Text size="sm" lineClamp={2}>
              {agentName}
            </Text>
          ),
        },
      ]
    : []),
  {
    key: 'channel',
    header: t('common.channel'),
    width: 170,
    render: ({ channel, platform }) => channelName(channel, platform),
  },
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

const NoMatches = () => (
  <EmptyState icon={IconSearchOff} title={t('shell.noMatches')}>
    {t('conversations.noMatchesHint')}
  </EmptyState>
);

const NoConversations = () => {
  const agent = useAgentScope();
  return (
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
  items: Listed[];
  isFiltered: boolean;
  isRefreshing: boolean;
  paging?: Parameters<typeof DataTable>[0]['paging'];
}

const ConversationRows = ({ items, isFiltered, isRefreshing, paging }: TableProps) => {
  const workspace = useWorkspace();
  const agent = useAgentScopeIfAny();
  const [, navigate] = useLocation();
  return (
    <DataTable
      label={t('shell.page.conversations')}
      columns={columns(agent === undefined)}
      rows={items}
      rowKey={({ id }) => id}
      onOpen={({ id, agentId, match }) => {
        const { href } = agentScope(workspace, agentId);
        navigate(`${href}/conversations/${id}${match ? `?round=${match.roundId}` : ''}`);
      }}
      isRefreshing={isRefreshing}
      paging={paging}
      empty={isFiltered ? <NoMatches /> : <NoConversations />}
    />
  );
};

type WorkspaceSearch = Address<'/workspaces/{workspaceId}/conversations/search'>;

/** Of the agent, or of all agents of the workspace. Both have the same query and answer. */
const useSearchPath = (): WorkspaceSearch => {
  const workspace = useWorkspace();
  const agent = useAgentScopeIfAny();
  return (
    agent ? `${agent.api}/conversations/search` : `${workspace.api}/conversations/search`
  ) as WorkspaceSearch;
};

/** The search has cursors instead of page numbers: the pages seen so far are kept. */
export const SearchResults = ({ filters }: { filters: ListFilters }) => {
  const path = useSearchPath();
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  const page = cursors.length;
  const found = useResource(path, {
    query: { ...searchQueryOf(filters), ...timesOf(filters), limit: pageSize, cursor: cursors.at(-1) },
  });
  return (
    <ResourceView resource={found}>
      {({ items, next }) => (
        <>
          {page === 1 && next === null && items.length > 0 && (
            <Text size="sm" c="dimmed" mb="xs" role="status">
              {t('conversations.foundCount', { count: items.length })}
            </Text>
          )}
          <ConversationRows
            items={items}
            isFiltered
            isRefreshing={found.isFetching}
            paging={{
              page,
              pageSize,
              hasMore: next !== null,
              onPage: (wanted) =>
                setCursors((before) =>
                  wanted > page ? [...before, next ?? undefined] : before.slice(0, Math.max(1, wanted)),
                ),
            }}
          />
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
  filters.isSearch ? (
    // Other filters start at the first page.
    <SearchResults key={filters.key} filters={filters} />
  ) : (
    <AllConversations filters={filters} />
  );
