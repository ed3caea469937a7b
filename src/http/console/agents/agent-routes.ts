import { Type } from 'typebox';
import { actorName } from '../../../accounts/index.ts';
import { type Agent, type AgentSettings, copyImages, defaultSettings } from '../../../agents/index.ts';
import { describeChanges } from '../../../audit/index.ts';
import { copyFlow } from '../../../flows/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { isReference } from '../../../models/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
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
import { applySettingsPatch } from './settings/apply-settings-patch.ts';
import { keepReplacedIdentitySecret } from './settings/keep-replaced-identity-secret.ts';
import { SettingsPatch } from './settings/settings-patch.ts';

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
  channels: { ...settings.channels, enabled: { share: false, embed: false, widget: false, liveChat: false } },
  knowledge: { ...settings.knowledge, groupIds: null, dataIds: null },
  tables: { ...settings.tables, tableIds: null },
});

export const createAgentRoutes = (deps: RouteDependencies): Route[] => {
  const { agents, checkAddress, clock, write, tools, modelConnections } = deps;

  /** Unchanged models are not checked, so that a deleted connection does not block unrelated changes. */
  const requireKnownModels = async (
    workspaceId: string,
    settings: AgentSettings,
    stored: AgentSettings,
  ): Promise<void> => {
    for (const place of ['model', 'fallbackModel'] as const) {
      const model = settings[place];
      if (model === null || !isReference(model)) continue;
      if (JSON.stringify(model) === JSON.stringify(stored[place])) continue;
      if (!(await modelConnections.newestOfWorkspace(workspaceId)).find(model))
        throw new AppError(
          'invalidParameter',
          `settings.${place}: the workspace has no model connection with this model`,
        );
    }
  };

  /** The settings after a patch, with the schemas of new tools checked. */
  const changedSettings = async (
    workspaceId: string,
    stored: AgentSettings,
    patch: unknown,
  ): Promise<AgentSettings> => {
    const settings = keepReplacedIdentitySecret(
      applySettingsPatch(stored, patch, checkAddress),
      stored,
      clock.nowMs(),
    );
    await requireKnownModels(workspaceId, settings, stored);
    await tools.requireUsableSchemas({
      workspaceId,
      tools: settings.tools.http,
      stored: stored.tools.http,
    });
    return settings;
  };

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
          const created = await agents.create(tx, {
            workspaceId,
            name,
            kind,
            settings,
          });
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
        description: 'Returns the agent with its settings. Secrets are masked.',
        operationId: 'getAgent',
        params: AgentParams,
        response: { 200: AgentView },
      },
      handler: async (request) => presentAgent(await findAgentOf(agents, request)),
    }),

    route({
      method: 'PATCH',
      url: agentPath,
      permission: 'agent:write',
      audit: 'agent.update',
      schema: {
        tags,
        summary: 'Update an agent',
        description: 'Returns 409 if the agent was changed since `version` was read.',
        operationId: 'updateAgent',
        params: AgentParams,
        body: Type.Object({
          version: Type.Integer(),
          name: Type.Optional(Name),
          apiEnabled: Type.Optional(Type.Boolean()),
          settings: Type.Optional(SettingsPatch),
        }),
        response: { 200: AgentView },
      },
      handler: async (request, _reply, record) => {
        const { version, settings: patch, ...change } = request.body;
        const before = await findAgentOf(agents, request);
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
          return agents.update(tx, before, { name, apiEnabled, settings });
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
          'Copies the settings including secrets, the images and, for a flow agent, the draft and the published flow as version 1. API keys, knowledge, tables, users, conversations and earlier versions are not copied, and restrictions to certain knowledge bases, documents or tables are removed. The channels of the copy are off.',
        operationId: 'duplicateAgent',
        params: AgentParams,
        body: Type.Object({ name: Name }),
        response: { 201: AgentView },
      },
      handler: async (request, reply, record) => {
        const original = await findAgentOf(agents, request);
        const copy = await write(async (tx) => {
          const created = await agents.create(tx, {
            workspaceId: original.workspaceId,
            name: request.body.name,
            kind: original.kind,
            settings: copiedSettings(original),
          });
          const copied = { from: original.id, to: created.id, nowMs: clock.nowMs() };
          await copyImages(tx, copied);
          await copyFlow(tx, {
            ...copied,
            by: actorName(operatorOf(request)),
          });
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
