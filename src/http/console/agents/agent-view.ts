import { Type } from 'typebox';
import { type Agent, AgentSettings, type AgentSummary as Summary } from '../../../agents/index.ts';
import { isWeakSigningSecret } from '../../../lib/signing-secret.ts';
import { Time, toTime } from '../wire/wire-schemas.ts';
import { maskSettings } from './settings/masked-settings.ts';

export const AgentKind = Type.Union([Type.Literal('simple'), Type.Literal('flow')]);

const summaryFields = {
  id: Type.String(),
  workspaceId: Type.String(),
  name: Type.String(),
  kind: AgentKind,
  apiEnabled: Type.Boolean({
    description:
      'false: sending messages and creating conversations fail with 20055; other operations of the developer API work',
  }),
  version: Type.Integer({
    description: 'Increases with each change; send the version that you read when you change the agent',
  }),
  publishedVersion: Type.Integer({ description: 'The version that conversations use' }),
  draftsEnabled: Type.Boolean({
    description: 'true: saved changes become a draft, which is used only after it is published',
  }),
  draftVersion: Type.Union([Type.Integer(), Type.Null()], { description: 'null: no unpublished changes' }),
  createdAt: Time,
  updatedAt: Time,
};

export const AgentSummary = Type.Object(summaryFields, { title: 'AgentSummary' });

export const AgentView = Type.Object(
  {
    ...summaryFields,
    settings: Type.Unsafe<AgentSettings>({
      ...AgentSettings,
      title: 'AgentSettings',
      description: 'Secrets are masked',
    }),
    weakSecrets: Type.Array(Type.String(), {
      description:
        'Settings with a signing secret of fewer than 24 bytes, from an earlier version; replace them',
    }),
  },
  { title: 'Agent' },
);

export const presentSummary = (agent: Summary) => ({
  id: agent.id,
  workspaceId: agent.workspaceId,
  name: agent.name,
  kind: agent.kind,
  apiEnabled: agent.apiEnabled,
  version: agent.version,
  publishedVersion: agent.publishedVersion,
  draftsEnabled: agent.draftsEnabled,
  draftVersion: agent.draftVersion,
  createdAt: toTime(agent.createdAtMs),
  updatedAt: toTime(agent.updatedAtMs),
});

const weakSecretsOf = (settings: AgentSettings): string[] =>
  (['webhook', 'humanService'] as const)
    .filter((place) => settings[place].signingSecrets.some(isWeakSigningSecret))
    .map((place) => `${place}.signingSecrets`);

export const presentAgent = (agent: Agent) => ({
  ...presentSummary(agent),
  settings: maskSettings(agent.settings),
  weakSecrets: weakSecretsOf(agent.settings),
});

/** The fields that the audit log compares. */
export const auditedAgent = ({ name, apiEnabled, settings }: Agent) => ({ name, apiEnabled, settings });

export const maskAudited = (audited: ReturnType<typeof auditedAgent>) => ({
  ...audited,
  settings: maskSettings(audited.settings),
});
