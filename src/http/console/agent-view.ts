import { Type } from 'typebox';
import { type Agent, AgentSettings, type AgentSummary as Summary } from '../../agents/index.ts';
import { maskSettings } from './settings/masked-settings.ts';
import { Time, toTime } from './wire-schemas.ts';

export const AgentKind = Type.Union([Type.Literal('simple'), Type.Literal('flow')]);

const summaryFields = {
  id: Type.String(),
  workspaceId: Type.String(),
  name: Type.String(),
  kind: AgentKind,
  apiEnabled: Type.Boolean({ description: 'Off: every call of the developer API is refused with 20055' }),
  version: Type.Integer({ description: 'Grows with each change; a change names the version it saw' }),
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
      description: 'Secrets are shown as masks',
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
  createdAt: toTime(agent.createdAtMs),
  updatedAt: toTime(agent.updatedAtMs),
});

export const presentAgent = (agent: Agent) => ({
  ...presentSummary(agent),
  settings: maskSettings(agent.settings),
});

/** What the audit log compares. */
export const auditedAgent = ({ name, apiEnabled, settings }: Agent) => ({ name, apiEnabled, settings });

export const maskAudited = (audited: ReturnType<typeof auditedAgent>) => ({
  ...audited,
  settings: maskSettings(audited.settings),
});
