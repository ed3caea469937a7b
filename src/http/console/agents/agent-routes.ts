import { Type } from 'typebox';
import { actorName } from '../../../accounts/index.ts';
import { type Agent, copyImages, defaultSettings } from '../../../agents/index.ts';
import { describeChanges } from '../../../audit/index.ts';
import { copyFlow } from '../../../flows/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { copyRetention } from '../../../retention/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf, findEditedAgentOf } from '../access/find-agent.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Done, Name, WorkspaceParams } from '../wire/wire-schemas.ts';
import {
  AgentKind,
  AgentSummary,
  AgentView,
  auditedAgent,
  maskAudited,
  presentAgent,
  presentSummary,
} from './agent-view.ts';
import { createChangedSettings } from './settings/changed-settings.ts';
import { SettingsPatch } from './settings/settings-patch.ts';
import { Note } from './versions/version-view.ts';

const tags = ['Agents'];
const path = '/workspaces/:workspaceId/agents';
const agentPath = `${path}/:agentId`;

const differences = (before: Agent | undefined, after: Agent | undefined) =>
  describeChanges(before && auditedAgent(before), after && auditedAgent(after), maskAudited);

/**
 * Knowledge and tables belong to their agent: a copy with the original's ids would find nothing. The channels of
 * a copy are disabled, as for every new agent.
 */
const copiedSettings = ({ settings }: Agent) => ({
  ...settings,
  channels: {
    ...settings.channels,
    enabled: { share: false, embed: false, widget: false, liveChat: false, search: false },
    search: { ...settings.channels.search, groupIds: null },
  },
  knowledge: { ...settings.knowledge, groupIds: null, dataIds: null },
  tables: { ...settings.tables, tableIds: null },
});

export const createAgentRoutes = (deps: RouteDependencies): Route[] => {
  const { agents, clock, write } = deps;

  const changedSettings = createChangedSettings(deps);

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'agent:list',
      schema: {
        tags,
        summary: 'List agents',
        description: 'Returns the agents of the workspace.',
        operationId: 'listAgents',
        params: WorkspaceParams,
        querystring: Type.Object({
          ...PageQuery,
          // Summaries are small, and callers that show names need all of them.
          pageSize: Type.Integer({ ...PageQuery.pageSize, maximum: 1000 }),
          name: Type.Optional(Type.String({ maxLength: 100, description: 'Text that the name contains' })),
        }),
        response: { 200: Paged(AgentSummary) },
      },
      handler: async (request) => {
        const { agents: found, total } = await agents.list(workspaceOf(request).id, {
          ...rangeOf(request.query),
          name: request.query.name?.trim(),
        });
        return paged(found.map(presentSummary), total, request.query);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'agent:write',
      audit: 'agent.create',
      schema: {
        tags,
        summary: 'Create an agent',
        description: 'The agent has a knowledge base named Default. Create an API key to call it.',
        operationId: 'createAgent',
        params: WorkspaceParams,
        body: Type.Object({
          name: Name,
          kind: Type.Optional(AgentKind),
          settings: Type.Optional(SettingsPatch),
        }),
        response: { 201: AgentView },
      },
      handler: async (request, reply, record) => {
        const { name, kind } = request.body;
        const workspaceId = workspaceOf(request).id;
        const settings = await changedSettings(workspaceId, defaultSettings(), request.body.settings ?? {});
        const agent = await write(async (tx) => {
          const created = await agents.create(
            tx,
            { workspaceId, name, kind, settings },
            { by: actorName(operatorOf(request)) },
          );
          await record(tx, { targetId: created.id, changes: { name: [null, name] } });
          return created;
        });
        reply.status(201);
        return presentAgent(agent);
      },
    }),

    route({
      method: 'GET',
      url: agentPath,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Get an agent',
        description:
          'Returns the agent with its settings, or those of its draft if it has one. Secrets are masked.',
        operationId: 'getAgent',
        params: AgentParams,
        response: { 200: AgentView },
      },
      handler: async (request) => presentAgent(await findEditedAgentOf(agents, request)),
    }),

    route({
      method: 'PATCH',
      url: agentPath,
      permission: 'agent:write',
      audit: 'agent.update',
      schema: {
        tags,
        summary: 'Update an agent',
        description:
          'Stores a new version, which is in use at once, or as draft if `draftsEnabled`. Returns 409 if the agent was changed since `version` was read. `apiEnabled` always takes effect at once.',
        operationId: 'updateAgent',
        params: AgentParams,
        body: Type.Object({
          version: Type.Integer(),
          name: Type.Optional(Name),
          apiEnabled: Type.Optional(Type.Boolean()),
          settings: Type.Optional(SettingsPatch),
          note: Type.Optional(Note),
        }),
        response: { 200: AgentView },
      },
      handler: async (request, _reply, record) => {
        const { version, settings: patch, note, ...change } = request.body;
        const before = await findEditedAgentOf(agents, request);
        if (version !== before.version)
          throw new AppError(
            'conflict',
            `The agent has version ${before.version}, not ${version}; read it again and repeat your change`,
          );
        const settings = await changedSettings(before.workspaceId, before.settings, patch ?? {});
        const { name = before.name, apiEnabled = before.apiEnabled } = change;
        const changes = differences(before, { ...before, name, apiEnabled, settings });
        if (Object.keys(changes).length === 0) return presentAgent(before);
        const after = await write(async (tx) => {
          await record(tx, { targetId: before.id, changes });
          const saved = { by: actorName(operatorOf(request)), note };
          const isSwitch = Object.keys(changes).every((field) => field === 'apiEnabled');
          return agents.update(tx, before, isSwitch ? { apiEnabled } : { name, apiEnabled, settings }, saved);
        });
        return presentAgent(after);
      },
    }),

    route({
      method: 'DELETE',
      url: agentPath,
      permission: 'agent:write',
      audit: 'agent.delete',
      schema: {
        tags,
        summary: 'Delete an agent',
        description: 'From then on, its API keys get error 20059.',
        operationId: 'deleteAgent',
        params: AgentParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        await write(async (tx) => {
          if (!(await agents.remove(tx, agent.id)))
            throw new AppError('notFound', 'There is no such agent in this workspace');
          await record(tx, { targetId: agent.id, changes: { name: [agent.name, null] } });
        });
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'POST',
      url: `${agentPath}/duplicate`,
      permission: 'agent:write',
      audit: 'agent.duplicate',
      schema: {
        tags,
        summary: 'Duplicate an agent',
        description:
          'Copies the settings including secrets, the data retention, the images and, for a flow agent, the draft and the published flow as version 1. API keys, knowledge, tables, users, conversations and earlier versions are not copied, and restrictions to certain knowledge bases, documents or tables are removed. The channels of the copy are off.',
        operationId: 'duplicateAgent',
        params: AgentParams,
        body: Type.Object({ name: Name }),
        response: { 201: AgentView },
      },
      handler: async (request, reply, record) => {
        const original = await findAgentOf(agents, request);
        const copy = await write(async (tx) => {
          const by = actorName(operatorOf(request));
          const created = await agents.create(
            tx,
            {
              workspaceId: original.workspaceId,
              name: request.body.name,
              kind: original.kind,
              settings: copiedSettings(original),
            },
            { by },
          );
          const copied = { from: original.id, to: created.id, nowMs: clock.nowMs() };
          await copyImages(tx, copied);
          await copyFlow(tx, { ...copied, by });
          await copyRetention(tx, { from: original.id, to: created, nowMs: clock.nowMs() });
          await record(tx, {
            targetId: created.id,
            changes: { name: [null, created.name], copiedFrom: [null, original.id] },
          });
          return created;
        });
        reply.status(201);
        return presentAgent(copy);
      },
    }),
  ];
};
