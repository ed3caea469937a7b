import { SimpleGrid, Stack, Tabs } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { FailureList } from './failure-list.tsx';
import { JobList } from './job-list.tsx';
import { QueueCards } from './queue-cards.tsx';
import { ServiceFacts } from './service-facts.tsx';

const JobsPage = () => {
  const [tab, setTab] = useFilter('view');
  return (
    <>
      <PageHeader
        title="Jobs & failures"
        description="What the service does in the background, and everything that went wrong with what to do about it."
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <QueueCards />
          <ServiceFacts />
        </SimpleGrid>
        <Tabs
          value={tab || 'failures'}
          onChange={(value) => setTab(value === 'failures' ? '' : (value ?? ''))}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="failures">Failures</Tabs.Tab>
            <Tabs.Tab value="jobs">Jobs</Tabs.Tab>
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
