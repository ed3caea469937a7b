import { Tabs } from '@mantine/core';
import { PageHeader } from '../../../components/page-header.tsx';
import { useFilter } from '../../../lib/use-filter.ts';
import { ConversationTable } from './conversation-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { QaTable } from './qa-table.tsx';
import { useListFilters } from './use-list-filters.ts';

export const ListView = () => {
  const [view, setView] = useFilter('view');
  const filters = useListFilters();
  const isQa = view === 'qa';
  return (
    <>
      <PageHeader
        title="Conversations"
        description="Everything that was said to this agent, with what it answered and why."
      >
        <ExportMenu filters={filters} />
      </PageHeader>
      <Tabs
        value={isQa ? 'qa' : 'all'}
        onChange={(value) => setView(value === 'qa' ? 'qa' : '')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="all">Conversations</Tabs.Tab>
          <Tabs.Tab value="qa">Questions and answers</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="all">
          <FilterBar filters={filters} isQa={false} />
          <ConversationTable filters={filters} />
        </Tabs.Panel>
        <Tabs.Panel value="qa">
          <FilterBar filters={filters} isQa />
          <QaTable filters={filters} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
