import { Button } from '@mantine/core';
import { IconSitemap } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import type { Flow, FlowGraph } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { FlowEditor } from './flow-editor.tsx';
import { FlowStart } from './flow-start.tsx';
import { makeNode } from './graph/make-node.ts';
import { createNames } from './graph/names.ts';
import { storedDrafts } from './graph/stored-drafts.ts';
import { useImport } from './use-import.ts';

const emptyFlow = (): FlowGraph => ({
  variables: {},
  nodes: [makeNode('start', createNames([]))],
  edges: [],
});

/** The editor if there is a saved or stored draft or the operator started one; otherwise the ways to start. */
const FlowContent = ({ name, flow }: { name: string; flow: Flow }) => {
  const { id, can } = useAgentScope();
  const [isStarted, setIsStarted] = useState(() => storedDrafts.read(id) !== undefined);
  const load = useImport(flow.revision, () => {});
  if (flow.draft !== null || isStarted)
    return <FlowEditor name={name} flow={flow} first={flow.draft ?? emptyFlow()} />;
  return (
    <>
      <PageHeader title={t('flow.title', { name })} />
      <FlowStart
        isReadOnly={!can('agent:write')}
        isBusy={load.isPending}
        failure={load.error?.message}
        onEmpty={() => setIsStarted(true)}
        onImport={(file) => load.mutate(file)}
        onFile={(file) => file && load.mutate(file)}
      />
    </>
  );
};

const FlowPage = () => {
  const { api, href } = useAgentScope();
  const agent = useAgent();
  const isFlow = agent.data?.kind === 'flow';
  const flow = useResource(at(api, '/flow'), { enabled: isFlow });
  return (
    <ResourceView resource={agent} bars={6}>
      {({ name, kind }) =>
        kind === 'flow' ? (
          <ResourceView resource={flow} bars={6}>
            {(data) => <FlowContent name={name} flow={data} />}
          </ResourceView>
        ) : (
          <>
            <PageHeader title={t('flow.title', { name })} />
            <EmptyState
              icon={IconSitemap}
              title={t('flow.noFlow.title')}
              action={
                <Button component={Link} href={`${href}/settings`}>
                  {t('flow.noFlow.settings')}
                </Button>
              }
            >
              {t('flow.noFlow.text')}
            </EmptyState>
          </>
        )
      }
    </ResourceView>
  );
};

export default FlowPage;
