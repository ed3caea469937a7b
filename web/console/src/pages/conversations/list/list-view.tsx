import { Tabs } from '@mantine/core';
import { PageHeader } from '../../../components/page-header.tsx';
import { useFilter } from '../../../lib/use-filter.ts';
import { t } from '../../../messages/translate.ts';
import { ConversationTable } from './conversation-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RoundTable } from './round-table.tsx';
import { useListFilters } from './use-list-filters.ts';
import { ViewsMenu } from './views-menu.tsx';

export const ListView = () => {
  const [view, setView] = useFilter('view');
  const filters = useListFilters();
  const isRounds = view === 'qa';
  return (
    <>
      <PageHeader title={t('shell.page.conversations')} description={t('conversations.description')}>
        {!isRounds && <ViewsMenu filters={filters} />}
        <ExportMenu filters={filters} />
      </PageHeader>
      <Tabs
        value={isRounds ? 'qa' : 'all'}
        onChange={(value) => setView(value === 'qa' ? 'qa' : '')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="all">{t('shell.page.conversations')}</Tabs.Tab>
          <Tabs.Tab value="qa">{t('conversations.rounds.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="all">
          <FilterBar filters={filters} isRounds={false} />
          <ConversationTable filters={filters} />
        </Tabs.Panel>
        <Tabs.Panel value="qa">
          <FilterBar filters={filters} isRounds />
          <RoundTable filters={filters} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
