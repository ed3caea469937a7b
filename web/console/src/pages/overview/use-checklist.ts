import { at } from '../../api/address.ts';
import type { AgentSummary, Key } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import type { LabelKey } from '../../messages/translate.ts';
import { agentScope, type WorkspaceScope } from '../../session/use-workspace.ts';

type AgentScope = ReturnType<typeof agentScope>;

export interface ChecklistStep {
  title: LabelKey;
  hint: LabelKey;
  href: string;
  /** Label of the button. */
  action: LabelKey;
  isDone: boolean;
}

const texts = {
  agent: {
    title: 'overview.step.agent',
    hint: 'overview.step.agentHint',
    action: 'overview.step.agentAction',
  },
  knowledge: {
    title: 'overview.step.knowledge',
    hint: 'overview.step.knowledgeHint',
    action: 'overview.step.knowledgeAction',
  },
  flow: {
    title: 'overview.step.flow',
    hint: 'overview.step.flowHint',
    action: 'overview.step.flowAction',
  },
  problems: {
    title: 'overview.step.problems',
    hint: 'overview.step.problemsHint',
    action: 'overview.step.problemsAction',
  },
  try: {
    title: 'overview.step.try',
    hint: 'overview.step.tryHint',
    action: 'overview.step.tryAction',
  },
  publish: {
    title: 'overview.step.publish',
    hint: 'overview.step.publishHint',
    action: 'overview.step.publishAction',
  },
  key: {
    title: 'overview.step.key',
    hint: 'overview.step.keyHint',
    action: 'overview.step.keyAction',
  },
  channel: {
    title: 'overview.step.channel',
    hint: 'overview.step.channelHint',
    action: 'overview.step.channelAction',
  },
} as const satisfies Record<string, Pick<ChecklistStep, 'title' | 'hint' | 'action'>>;

const isValid = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());

const one = { pageSize: 1 };

/** The steps between creating an agent and trying it: knowledge for an agent with a prompt, its flow for a flow agent. */
const useBuildSteps = (scope: AgentScope, agent: AgentSummary | undefined) => {
  const isFlow = agent?.kind === 'flow';
  const documents = useResource(at(scope.api, '/documents'), {
    query: one,
    enabled: agent !== undefined && !isFlow,
  });
  const flow = useResource(at(scope.api, '/flow'), { enabled: isFlow });
  const problems = useResource(at(scope.api, '/flow/problems'), { enabled: isFlow });
  const hasDraft = (flow.data?.revision ?? 0) > 0;
  return {
    isFlow,
    reads: isFlow ? [flow, problems] : [documents],
    hasDocuments: (documents.data?.total ?? 0) > 0,
    hasDraft,
    isValid: hasDraft && problems.data?.problems.length === 0,
    isPublished: flow.data?.publishedVersion !== null && flow.data?.publishedVersion !== undefined,
  };
};

/** The steps from a new workspace to an agent on a website. The state of each step is read from the service. */
export const useChecklist = (
  workspace: WorkspaceScope,
  agent: AgentSummary | undefined,
): ChecklistStep[] | undefined => {
  const scope = agentScope(workspace, agent?.id ?? '');
  const options = { enabled: agent !== undefined };
  const build = useBuildSteps(scope, agent);
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
  const reads = [...build.reads, tries, shared, keys, detail];
  if (agent && reads.some(({ data, error }) => data === undefined && !error)) return undefined;

  const below = (path: string): string => (agent ? scope.href + path : `${workspace.href}/agents`);
  const step = (name: keyof typeof texts, path: string, isDone: boolean): ChecklistStep => ({
    ...texts[name],
    href: below(path),
    isDone,
  });
  const isTried = step('try', '/try', (tries.data?.total ?? 0) > 0);
  return [
    {
      ...step('agent', '', agent !== undefined),
      href: `${workspace.href}/agents?new`,
    },
    ...(build.isFlow
      ? [
          step('flow', '/flow', build.hasDraft),
          step('problems', '/flow', build.isValid),
          isTried,
          step('publish', '/flow', build.isPublished),
        ]
      : [step('knowledge', '/knowledge', build.hasDocuments), isTried]),
    step('key', '/keys', keys.data?.items.some(isValid) ?? false),
    step(
      'channel',
      '/settings?section=channels',
      (detail.data?.settings.allowedOrigins.length ?? 0) > 0 || (shared.data?.total ?? 0) > 0,
    ),
  ];
};
