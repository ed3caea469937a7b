import { Type } from 'typebox';
import { actorName } from '../../../../accounts/index.ts';
import type { Agent, Publishing } from '../../../../agents/index.ts';
import { AppError } from '../../../../lib/errors.ts';
import { type Route, route } from '../../../route.ts';
import { findEditedAgentOf } from '../../access/find-agent.ts';
import { operatorOf } from '../../access/operator-guard.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { AgentParams } from '../../wire/wire-schemas.ts';
import { AgentView, presentAgent } from '../agent-view.ts';
import { createUsableSettings } from '../settings/usable-settings.ts';
import { Note } from './version-view.ts';

const tags = ['Agent versions'];
const path = '/workspaces/:workspaceId/agents/:agentId';

const Read = Type.Integer({ description: 'The `version` of the agent that you read' });

const requireVersion = (agent: Agent, version: number): void => {
  if (version !== agent.version)
    throw new AppError(
      'conflict',
      `The agent has version ${agent.version}, not ${version}; read it again and repeat your change`,
    );
};

export const createDraftRoutes = (deps: RouteDependencies & { publishing: Publishing }): Route[] => {
  const { agents, publishing, write } = deps;
  const requireUsable = createUsableSettings(deps);

  const newest = async (agentId: string) => presentAgent((await agents.findEdited(agentId))!);

  return [
    route({
      method: 'PUT',
      url: `${path}/drafts`,
      permission: 'agent:write',
      audit: 'agent.set-drafts',
      schema: {
        tags,
        summary: 'Switch drafts on or off',
        description:
          'With drafts, saved changes are used only after they are published. Returns 409 if drafts are switched off while there is a draft.',
        operationId: 'setAgentDrafts',
        params: AgentParams,
        body: Type.Object({ enabled: Type.Boolean() }),
        response: { 200: AgentView },
      },
      handler: async (request, _reply, record) => {
        const agent = await findEditedAgentOf(agents, request);
        const { enabled } = request.body;
        if (agent.draftsEnabled !== enabled)
          await write(async (tx) => {
            await agents.setDraftsEnabled(tx, agent, enabled);
            await record(tx, {
              targetId: agent.id,
              changes: { draftsEnabled: [agent.draftsEnabled, enabled] },
            });
          });
        return newest(agent.id);
      },
    }),

    route({
      method: 'POST',
      url: `${path}/publish`,
      permission: 'agent:write',
      audit: 'agent.publish',
      schema: {
        tags,
        summary: 'Publish the draft of an agent',
        description:
          'Conversations use the settings of the draft from then on. Returns 409 if there is no draft or if it was changed since `version` was read.',
        operationId: 'publishAgent',
        params: AgentParams,
        body: Type.Object({ version: Read, note: Type.Optional(Note) }),
        response: { 200: AgentView },
      },
      handler: async (request, _reply, record) => {
        const draft = await findEditedAgentOf(agents, request);
        requireVersion(draft, request.body.version);
        // A connection can be deleted between saving and publishing.
        const live = await agents.readVersion(draft.id, draft.publishedVersion);
        await requireUsable(draft.workspaceId, draft.settings, live.settings);
        const saved = { by: actorName(operatorOf(request)), note: request.body.note };
        const published = await write(async (tx) => {
          const agent = await publishing.publishAgent(tx, draft, saved);
          await record(tx, {
            targetId: agent.id,
            changes: { publishedVersion: [draft.publishedVersion, agent.publishedVersion] },
          });
          return agent;
        });
        return presentAgent(published);
      },
    }),

    route({
      method: 'POST',
      url: `${path}/discard-draft`,
      permission: 'agent:write',
      audit: 'agent.discard-draft',
      schema: {
        tags,
        summary: 'Discard the draft of an agent',
        description: 'The next change starts from the version in use. Versions of the draft can be restored.',
        operationId: 'discardAgentDraft',
        params: AgentParams,
        body: Type.Object({ version: Read }),
        response: { 200: AgentView },
      },
      handler: async (request, _reply, record) => {
        const draft = await findEditedAgentOf(agents, request);
        requireVersion(draft, request.body.version);
        await write(async (tx) => {
          await agents.discardDraft(tx, draft);
          await record(tx, { targetId: draft.id, changes: { draftVersion: [draft.draftVersion, null] } });
        });
        return newest(draft.id);
      },
    }),
  ];
};
