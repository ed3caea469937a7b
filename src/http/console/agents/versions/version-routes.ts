import { Type } from 'typebox';
import { actorName } from '../../../../accounts/index.ts';
import { diffAgents, restoreSettings } from '../../../../agents/index.ts';
import { describeChanges } from '../../../../audit/index.ts';
import type { Knowledge } from '../../../../knowledge/index.ts';
import { AppError } from '../../../../lib/errors.ts';
import type { Tables } from '../../../../tables/index.ts';
import { type Route, route } from '../../../route.ts';
import { findAgentOf, findEditedAgentOf } from '../../access/find-agent.ts';
import { operatorOf } from '../../access/operator-guard.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../../wire/paging.ts';
import { AgentParams, Done } from '../../wire/wire-schemas.ts';
import { AgentView, auditedAgent, maskAudited, presentAgent } from '../agent-view.ts';
import { requireSettings } from '../settings/apply-settings-patch.ts';
import { createUsableSettings } from '../settings/usable-settings.ts';
import { findMissingReferences } from './missing-references.ts';
import {
  AgentDifferenceView,
  AgentVersionView,
  Note,
  presentVersion,
  Version,
  VersionParams,
} from './version-view.ts';

const tags = ['Agent versions'];
const path = '/workspaces/:workspaceId/agents/:agentId/versions';

export const createAgentVersionRoutes = (
  deps: RouteDependencies & { tables: Tables; knowledge: Knowledge },
): Route[] => {
  const { agents, checkAddress, write } = deps;
  const requireUsable = createUsableSettings(deps);

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'List agent versions',
        description:
          'Saved states of the agent, newest first. The newest 500 are kept, and always the one in use and the draft.',
        operationId: 'listAgentVersions',
        params: AgentParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(AgentVersionView) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const { versions, total } = await agents.versions(agent.id, rangeOf(request.query));
        return paged(
          versions.map((version) => presentVersion(agent, version)),
          total,
          request.query,
        );
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:version`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Get an agent version',
        description: 'Returns the agent with the name and settings of the version. Secrets are masked.',
        operationId: 'getAgentVersion',
        params: VersionParams,
        response: { 200: AgentView },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        return presentAgent(await agents.readVersion(agent.id, request.params.version));
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:version/differences`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Compare two agent versions',
        description:
          'Returns the fields that change from the version `from` to this one. Secrets are only reported as set, changed or removed.',
        operationId: 'compareAgentVersions',
        params: VersionParams,
        querystring: Type.Object({ from: Version }),
        response: { 200: Type.Object({ items: Type.Array(AgentDifferenceView) }) },
      },
      handler: async (request) => {
        const { id } = await findAgentOf(agents, request);
        const before = await agents.readVersion(id, request.query.from);
        const after = await agents.readVersion(id, request.params.version);
        return { items: diffAgents(before, after) };
      },
    }),

    route({
      method: 'PATCH',
      url: `${path}/:version`,
      permission: 'agent:write',
      audit: 'agent-version.note',
      schema: {
        tags,
        summary: 'Change the note of an agent version',
        description: 'The settings of a version cannot be changed.',
        operationId: 'updateAgentVersion',
        params: VersionParams,
        body: Type.Object({ note: Note }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const { id } = await findAgentOf(agents, request);
        const { version } = request.params;
        await write(async (tx) => {
          await agents.describeVersion(tx, id, version, request.body.note);
          await record(tx, {
            targetId: id,
            changes: { version: [null, version], note: [null, request.body.note] },
          });
        });
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'POST',
      url: `${path}/:version/restore`,
      permission: 'agent:write',
      audit: 'agent-version.restore',
      schema: {
        tags,
        summary: 'Restore an agent version',
        description:
          'Saves the name and settings of the version as a new version: in use at once, or as draft if `draftsEnabled`. Secrets keep their current value; those that the agent no longer has, or that would be sent to another address, get the value of the version and are listed in `oldSecrets`. `apiEnabled` does not change. A model of a deleted connection is an error; `warnings` lists other references to deleted things.',
        operationId: 'restoreAgentVersion',
        params: VersionParams,
        body: Type.Object({
          currentVersion: Type.Integer({ description: 'The `version` of the agent that you read' }),
          note: Type.Optional(Note),
        }),
        response: {
          200: Type.Object({
            agent: AgentView,
            oldSecrets: Type.Array(Type.String(), { description: 'Fields, such as webhook.signingSecrets' }),
            warnings: Type.Array(Type.String()),
          }),
        },
      },
      handler: async (request, _reply, record) => {
        const { version } = request.params;
        const before = await findEditedAgentOf(agents, request);
        if (request.body.currentVersion !== before.version)
          throw new AppError(
            'conflict',
            `The agent has version ${before.version}, not ${request.body.currentVersion}; read it again and repeat your change`,
          );
        const earlier = await agents.readVersion(before.id, version);
        const { settings, oldSecrets } = restoreSettings(earlier.settings, before.settings);
        requireSettings(settings, before.settings, checkAddress);
        await requireUsable(before.workspaceId, settings, before.settings);
        const change = { name: earlier.name, settings };
        const after = await write(async (tx) => {
          const changes = describeChanges(
            auditedAgent(before),
            auditedAgent({ ...before, ...change }),
            maskAudited,
          );
          await record(tx, {
            targetId: before.id,
            changes: { ...changes, restoredVersion: [null, version] },
          });
          return agents.update(tx, before, change, {
            by: actorName(operatorOf(request)),
            note: request.body.note,
            restoredFrom: version,
          });
        });
        const warnings = await findMissingReferences(deps, before.id, settings);
        return { agent: presentAgent(after), oldSecrets, warnings };
      },
    }),
  ];
};
