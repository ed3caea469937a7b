import { NativeSelect } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { t } from '../../messages/translate.ts';
import { useAgents } from '../../session/use-agent.ts';
import { AgentScopeContext, agentScope, useWorkspace } from '../../session/use-workspace.ts';
import { ConversationTable, SearchResults } from './list/conversation-table.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { useListFilters } from './list/use-list-filters.ts';
import { ViewsMenu } from './list/views-menu.tsx';

/** Searches the conversations of all agents of the workspace, or of one. */
const WorkspaceConversationsPage = () => {
  const workspace = useWorkspace();
  const filters = useListFilters();
  const [agentId, setAgentId] = useFilter('agent');
  const agents = useAgents(workspace);
  const agent = agentId === '' ? undefined : agentScope(workspace, agentId);
  return (
    <>
      <PageHeader
        title={t('shell.page.searchConversations')}
        description={t('conversations.all.description')}
      >
        <ViewsMenu filters={filters} />
      </PageHeader>
      <AgentScopeContext value={agent}>
        <FilterBar
          filters={filters}
          isRounds={false}
          first={
            <NativeSelect
              label={t('common.agent')}
              value={agentId}
              onChange={(event) => setAgentId(event.currentTarget.value)}
              data={[
                { value: '', label: t('common.all') },
                ...(agents.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              w={190}
            />
          }
        />
        {agent && <ConversationTable filters={filters} />}
        {!agent && filters.hasSearchTerm && <SearchResults key={filters.key} filters={filters} />}
        {!agent && !filters.hasSearchTerm && (
          <EmptyState icon={IconSearch} title={t('conversations.all.empty')}>
            {t('conversations.all.emptyHint')}
          </EmptyState>
        )}
      </AgentScopeContext>
    </>
  );
};

export default WorkspaceConversationsPage;
