import { at } from '../../api/address.ts';
import type { AgentSummary, Key } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import type { LabelKey } from '../../messages/translate.ts';
import { agentScope, type WorkspaceScope } from '../../session/use-workspace.ts';

export interface ChecklistStep {
  title: LabelKey;
  hint: LabelKey;
  href: string;
  /** Label of the button. */
  action: LabelKey;
  isDone: boolean;
}

const isValid = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());

/** The steps from a new workspace to an agent on a website. The state of each step is read from the service. */
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
      title: 'overview.step.agent',
      hint: 'overview.step.agentHint',
      href: `${workspace.href}/agents?new`,
      action: 'overview.step.agentAction',
      isDone: agent !== undefined,
    },
    {
      title: 'overview.step.knowledge',
      hint: 'overview.step.knowledgeHint',
      href: below('/knowledge'),
      action: 'overview.step.knowledgeAction',
      isDone: (documents.data?.total ?? 0) > 0,
    },
    {
      title: 'overview.step.try',
      hint: 'overview.step.tryHint',
      href: below('/try'),
      action: 'overview.step.tryAction',
      isDone: (tries.data?.total ?? 0) > 0,
    },
    {
      title: 'overview.step.key',
      hint: 'overview.step.keyHint',
      href: below('/keys'),
      action: 'overview.step.keyAction',
      isDone: keys.data?.items.some(isValid) ?? false,
    },
    {
      title: 'overview.step.channel',
      hint: 'overview.step.channelHint',
      href: below('/settings?section=channels'),
      action: 'overview.step.channelAction',
      isDone: (detail.data?.settings.allowedOrigins.length ?? 0) > 0 || (shared.data?.total ?? 0) > 0,
    },
  ];
};
