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
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { FlowEditor } from './flow-editor.tsx';
import { FlowStart } from './flow-start.tsx';
import { keptDrafts } from './graph/kept-drafts.ts';
import { makeNode } from './graph/make-node.ts';
import { createNames } from './graph/names.ts';
import { useImport } from './use-import.ts';

const emptyFlow = (): FlowGraph => ({
  variables: {},
  nodes: [makeNode('start', createNames([]))],
  edges: [],
});

/** The editor once there is something to edit: a draft, one that was not saved, or the wish to begin. */
const FlowOf = ({ name, flow }: { name: string; flow: Flow }) => {
  const { id, can } = useAgentScope();
  const [isBegun, setIsBegun] = useState(() => keptDrafts.read(id) !== undefined);
  const load = useImport(flow.revision, () => {});
  if (flow.draft !== null || isBegun)
    return <FlowEditor name={name} flow={flow} first={flow.draft ?? emptyFlow()} />;
  return (
    <>
      <PageHeader title={`Flow of ${name}`} />
      <FlowStart
        isReadOnly={!can('agent:write')}
        isBusy={load.isPending}
        failure={load.error?.message}
        onBlank={() => setIsBegun(true)}
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
            {(data) => <FlowOf name={name} flow={data} />}
          </ResourceView>
        ) : (
          <>
            <PageHeader title={`Flow of ${name}`} />
            <EmptyState
              icon={IconSitemap}
              title="This agent has no flow"
              action={
                <Button component={Link} href={`${href}/settings`}>
                  To its settings
                </Button>
              }
            >
              It answers by its prompt. Make an agent of the kind flow to draw the steps of an answer.
            </EmptyState>
          </>
        )
      }
    </ResourceView>
  );
};

export default FlowPage;
