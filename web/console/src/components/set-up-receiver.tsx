import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useAgents } from '../session/use-agent.ts';
import { useWorkspace } from '../session/use-workspace.ts';
import { lastPlace } from '../shell/last-place.ts';

/** Link to the webhook settings of the agent that was opened last. */
export const SetUpReceiver = ({ children }: { children: string }) => {
  const workspace = useWorkspace();
  const agents = useAgents(workspace).data?.items ?? [];
  const agent = agents.find(({ id }) => id === lastPlace.agentId(workspace.id)) ?? agents[0];
  if (!agent || !workspace.can('agent:write')) return null;
  return (
    <Button component={Link} href={`${workspace.href}/agents/${agent.id}/settings?section=webhook`}>
      {children}
    </Button>
  );
};
