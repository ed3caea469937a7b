import { type Static, Type } from 'typebox';
import { describeChanges } from '../../../audit/index.ts';
import { type AgentRetention, mostRetentionDays, type Retention } from '../../../retention/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams, NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';

const tags = ['Agents'];
const path = '/workspaces/:workspaceId/agents/:agentId/retention';

const Days = Type.Integer({ minimum: 1, maximum: mostRetentionDays });

const settings = {
  conversationDays: Type.Union([Days, Type.Null()], {
    description:
      'Conversations are deleted this many days after their last activity; null: they are kept until an operator erases them',
  }),
  traceDays: Type.Union([Days, Type.Null()], {
    description:
      'Details of replies (inputs and outputs of steps, errors of model servers, logs of streams, webhook deliveries) are deleted after this many days; null: they are kept as long as their conversation',
  }),
  fileDays: Type.Union([Days, Type.Null()], {
    description:
      'Files of messages are deleted after this many days; null: they are kept as long as their conversation',
  }),
};

const RetentionRunView = Type.Object(
  {
    startedAt: Time,
    endedAt: NullableTime,
    conversations: Type.Integer({ description: 'Deleted conversations' }),
    rounds: Type.Integer({ description: 'Deleted rounds' }),
    files: Type.Integer({ description: 'Deleted files' }),
    traces: Type.Integer({ description: 'Rounds whose details were deleted' }),
    deliveries: Type.Integer({ description: 'Deleted webhook deliveries' }),
  },
  {
    title: 'RetentionRun',
    description: 'What a daily run has deleted so far. `endedAt` is null while it runs',
  },
);

const RetentionView = Type.Object(
  {
    ...settings,
    lastRun: Type.Union([RetentionRunView, Type.Null()], { description: 'null: there was no run yet' }),
  },
  { title: 'AgentRetention' },
);

const presentRun = ({ startedAtMs, endedAtMs, ...deleted }: NonNullable<Retention['lastRun']>) => ({
  startedAt: toTime(startedAtMs),
  endedAt: toNullableTime(endedAtMs),
  ...deleted,
});

const present = ({ settings, lastRun }: Retention): Static<typeof RetentionView> => ({
  ...settings,
  lastRun: lastRun && presentRun(lastRun),
});

/** How long the data of an agent is kept. Also of a deleted agent, whose data can still be read. */
export const createRetentionRoutes = ({
  agents,
  agentRetention,
  write,
}: RouteDependencies & { agentRetention: AgentRetention }): Route[] => [
  route({
    method: 'GET',
    url: path,
    permission: 'agent:read',
    schema: {
      tags,
      summary: 'Get the data retention of an agent',
      description: 'How long data is kept, and what the last daily run deleted.',
      operationId: 'getAgentRetention',
      params: AgentParams,
      response: { 200: RetentionView },
    },
    handler: async (request) => {
      const { id } = await findAgentOf(agents, request, { alsoDeleted: true });
      return present(await agentRetention.find(id));
    },
  }),

  route({
    method: 'PATCH',
    url: path,
    permission: 'agent:write',
    audit: 'retention.update',
    schema: {
      tags,
      summary: 'Change the data retention of an agent',
      description:
        'In use at once, also if the agent has drafts. The next daily run deletes older data permanently. Ledger, analytics, audit log, test cases and corrected answers are kept.',
      operationId: 'updateAgentRetention',
      params: AgentParams,
      body: Type.Partial(Type.Object(settings), { minProperties: 1 }),
      response: { 200: RetentionView },
    },
    handler: async (request, _reply, record) => {
      const agent = await findAgentOf(agents, request, { alsoDeleted: true });
      await write(async (tx) => {
        const before = await agentRetention.findSettings(tx, agent.id);
        const after = { ...before, ...request.body };
        const changes = describeChanges({ ...before }, { ...after });
        if (Object.keys(changes).length === 0) return;
        await agentRetention.save(tx, agent, after);
        await record(tx, { targetId: agent.id, changes });
      });
      return present(await agentRetention.find(agent.id));
    },
  }),

  route({
    method: 'GET',
    url: `${path}/preview`,
    permission: 'agent:read',
    schema: {
      tags,
      summary: 'Preview the data retention of an agent',
      description:
        'How many conversations are older now. A run leaves out those with a running reply, an open human session or an undelivered message.',
      operationId: 'previewAgentRetention',
      params: AgentParams,
      querystring: Type.Object({ conversationDays: Days }),
      response: { 200: Type.Object({ conversations: Type.Integer() }, { title: 'RetentionPreview' }) },
    },
    handler: async (request) => {
      const { id } = await findAgentOf(agents, request, { alsoDeleted: true });
      return { conversations: await agentRetention.countOlder(id, request.query.conversationDays) };
    },
  }),
];
