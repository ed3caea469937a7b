import { Stack } from '@mantine/core';
import { at } from '../../api/address.ts';
import { useResource } from '../../api/use-resource.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentOrFirst, useAgents } from '../../session/use-agent.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { lastPlace } from '../../shell/last-place.ts';
import { Attention } from './attention.tsx';
import { Checklist } from './checklist.tsx';
import { WorkspaceFigures } from './workspace-figures.tsx';

const refreshMs = 15_000;

const OverviewPage = () => {
  const workspace = useWorkspace();
  const agents = useAgents(workspace);
  const agent = useAgentOrFirst(workspace, lastPlace.agentId(workspace.id));
  const overview = useResource(at(workspace.api, '/overview'), {
    query: { utcOffsetMinutes: -new Date().getTimezoneOffset() },
    refreshMs,
  });
  return (
    <>
      <PageHeader title={workspace.name} description={t('overview.description')} />
      <Stack gap="lg">
        <ResourceView resource={overview} bars={2}>
          {(data) => (
            <>
              <Attention workspace={workspace} overview={data} />
              <WorkspaceFigures workspace={workspace} overview={data} />
            </>
          )}
        </ResourceView>
        <ResourceView resource={agents}>
          {({ total }) => (agent || total === 0) && <Checklist workspace={workspace} agent={agent} />}
        </ResourceView>
      </Stack>
    </>
  );
};

export default OverviewPage;
