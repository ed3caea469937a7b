import { Type } from 'typebox';
import { defaultSetSettings, type Evaluation, type TestSet } from '../../../evaluation/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { creatorOf } from '../knowledge/document-upload-fields.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import {
  presentSet,
  readSettings,
  SetInput,
  SetParams,
  SetPatch,
  SetView,
  setsPath,
} from './test-set-view.ts';

const tags = ['Evaluation'];

/** Test sets of an agent. */
export const createTestSetRoutes = ({
  evaluation: { sets, runs },
  agents,
  write,
}: RouteDependencies & { evaluation: Evaluation }): Route[] => {
  const presentAll = async (found: readonly TestSet[]) => {
    const [counts, newest] = [await sets.caseCounts(found), await runs.newest(found)];
    return found.map((set) => presentSet(set, { cases: counts.get(set.id) ?? 0, run: newest.get(set.id) }));
  };
  const present = async (set: TestSet) => (await presentAll([set]))[0]!;

  return [
    route({
      method: 'GET',
      url: setsPath,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'List test sets',
        description: 'Oldest first.',
        operationId: 'listTestSets',
        params: AgentParams,
        response: { 200: Type.Object({ items: Type.Array(SetView) }) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        return { items: await presentAll(await sets.list(agent)) };
      },
    }),

    route({
      method: 'POST',
      url: setsPath,
      permission: 'agent:write',
      audit: 'test-set.create',
      schema: {
        tags,
        summary: 'Create a test set',
        description: 'It has no cases yet.',
        operationId: 'createTestSet',
        params: AgentParams,
        body: SetInput,
        response: { 201: SetView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { name } = request.body;
        const settings = readSettings(request.body, { ...defaultSetSettings, name });
        const set = await write(async (tx) => {
          const created = await sets.create(tx, agent, {
            ...settings,
            creatorEmail: creatorOf(request).email,
          });
          await record(tx, { targetId: created.id, changes: { name: [null, created.name] } });
          return created;
        });
        reply.status(201);
        return presentSet(set, { cases: 0, run: undefined });
      },
    }),

    route({
      method: 'GET',
      url: `${setsPath}/:setId`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Get a test set',
        description: 'Returns its settings, the number of its cases and its newest run.',
        operationId: 'getTestSet',
        params: SetParams,
        response: { 200: SetView },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        return present(await sets.require(agent, request.params.setId));
      },
    }),

    route({
      method: 'PATCH',
      url: `${setsPath}/:setId`,
      permission: 'agent:write',
      audit: 'test-set.update',
      schema: {
        tags,
        summary: 'Change a test set',
        description: 'Absent fields stay as they are.',
        operationId: 'updateTestSet',
        params: SetParams,
        body: SetPatch,
        response: { 200: SetView },
      },
      handler: async (request, _reply, record) => {
        const agent = await findAgentOf(agents, request);
        const set = await sets.require(agent, request.params.setId);
        const changed = await write(async (tx) => {
          const now = await sets.change(tx, set, readSettings(request.body, set));
          await record(tx, {
            targetId: set.id,
            changes: {
              name: [set.name, now.name],
              repeats: [set.repeats, now.repeats],
              schedule: [set.schedule, now.schedule],
              requiredPassRate: [set.requiredPassRate, now.requiredPassRate],
            },
          });
          return now;
        });
        return present(changed);
      },
    }),

    route({
      method: 'DELETE',
      url: `${setsPath}/:setId`,
      permission: 'agent:write',
      audit: 'test-set.delete',
      schema: {
        tags,
        summary: 'Delete a test set',
        description: 'Its cases and runs are deleted too. Status 409 while a run is queued or running.',
        operationId: 'deleteTestSet',
        params: SetParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const set = await sets.require(agent, request.params.setId);
        await write(async (tx) => {
          await runs.requireNoActive(tx, set);
          await sets.remove(tx, set);
          await record(tx, { targetId: set.id, changes: { name: [set.name, null] } });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
