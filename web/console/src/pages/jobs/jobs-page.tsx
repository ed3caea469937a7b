import { SimpleGrid, Stack, Tabs } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { t } from '../../messages/translate.ts';
import { FailureList } from './failure-list.tsx';
import { JobList } from './job-list.tsx';
import { QueueTable } from './queue-table.tsx';
import { ServiceFacts } from './service-facts.tsx';

const JobsPage = () => {
  const [tab, setTab] = useFilter('view');
  return (
    <>
      <PageHeader title={t('shell.page.jobs')} description={t('jobs.description')} />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <QueueTable />
          <ServiceFacts />
        </SimpleGrid>
        <Tabs
          value={tab || 'failures'}
          onChange={(value) => setTab(value === 'failures' ? '' : (value ?? ''))}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="failures">{t('jobs.tab.failures')}</Tabs.Tab>
            <Tabs.Tab value="jobs">{t('jobs.tab.jobs')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="failures">
            <FailureList />
          </Tabs.Panel>
          <Tabs.Panel value="jobs">
            <JobList />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  );
};

export default JobsPage;
