import { at } from '../../api/address.ts';
import type { AgentSummary, Key } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { agentScope, type WorkspaceScope } from '../../session/use-workspace.ts';

export interface ChecklistStep {
  title: string;
  /** What it is good for. */
  why: string;
  href: string;
  action: string;
  isDone: boolean;
}

const isLive = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());

/** From nothing to an agent that answers on a page. Each step ticks itself, by what the service has. */
export const useChecklist = (
  workspace: WorkspaceScope,
  agent: AgentSummary | undefined,
): ChecklistStep[] | undefined => {
  const scope = agentScope(workspace, agent?.id ?? '');
  const one = { pageSize: 1 };
  const options = { enabled: agent !== undefined };
  const documents = useResource(at(scope.api, '/documents'), { query: one, ...options });
  const tries = useResource(at(scope.api, '/conversations'), {
    query: { ...one, channel: 'SPACE' },
    ...options,
  });
  const shared = useResource(at(scope.api, '/conversations'), {
    query: { ...one, channel: 'SHARE' },
    ...options,
  });
  const keys = useResource(at(scope.api, '/keys'), { query: { pageSize: 100 }, ...options });
  const detail = useResource(scope.api, options);
  const reads = [documents, tries, shared, keys, detail];
  if (agent && reads.some(({ data, error }) => data === undefined && !error)) return undefined;

  const base = agent ? scope.href : `${workspace.href}/agents`;
  const below = (path: string): string => (agent ? base + path : base);
  return [
    {
      title: 'Create an agent',
      why: 'A name and a few sentences on what it is for.',
      href: `${workspace.href}/agents?new`,
      action: 'New agent',
      isDone: agent !== undefined,
    },
    {
      title: 'Add knowledge',
      why: 'Upload documents; it answers from them and says where it read it.',
      href: below('/knowledge'),
      action: 'Upload',
      isDone: (documents.data?.total ?? 0) > 0,
    },
    {
      title: 'Try it',
      why: 'Ask what your users will ask, and see what led to the answer.',
      href: below('/try'),
      action: 'Open the chat',
      isDone: (tries.data?.total ?? 0) > 0,
    },
    {
      title: 'Make a key',
      why: 'Your program calls the agent with it.',
      href: below('/keys'),
      action: 'Keys',
      isDone: keys.data?.items.some(isLive) ?? false,
    },
    {
      title: 'Put it on a page',
      why: 'A link, a bubble or a frame: copy and paste.',
      href: below('/settings?section=channels'),
      action: 'Channels',
      isDone: (detail.data?.settings.allowedOrigins.length ?? 0) > 0 || (shared.data?.total ?? 0) > 0,
    },
  ];
};
