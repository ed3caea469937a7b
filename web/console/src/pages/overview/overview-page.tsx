import { SimpleGrid, Stack } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { useAgents } from '../../session/use-agent.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { lastPlace } from '../../shell/last-place.ts';
import { Checklist } from './checklist.tsx';
import { WorkspaceFigures } from './workspace-figures.tsx';

const OverviewPage = () => {
  const workspace = useWorkspace();
  const agents = useAgents(workspace);
  return (
    <>
      <PageHeader title={workspace.name} description="What goes on in this workspace, and what comes next." />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          <WorkspaceFigures workspace={workspace} />
        </SimpleGrid>
        <ResourceView resource={agents}>
          {({ items }) => {
            const last = lastPlace.agentId(workspace.id);
            return (
              <Checklist workspace={workspace} agent={items.find(({ id }) => id === last) ?? items[0]} />
            );
          }}
        </ResourceView>
      </Stack>
    </>
  );
};

export default OverviewPage;
