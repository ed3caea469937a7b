import { type Static, Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import type { Conversations, ExportFormat } from '../../../conversations/index.ts';
import type { ExportFilter } from '../../../rounds/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import type { Downloads } from '../../streaming/index.ts';
import { auditedUser } from '../access/audited-user.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { readTimes, TimeFilter } from '../wire/time-filter.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { Channel } from './conversation-view.ts';

const mediaTypes: Record<ExportFormat, string> = {
  // Not application/jsonl, whose prefix many clients take for JSON.
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

const Query = Type.Object({
  ...TimeFilter,
  format: oneOf(['jsonl', 'csv']),
  channel: Type.Optional(Channel),
  userId: Type.Optional(Type.String()),
});

const exports = [
  {
    kind: 'conversations',
    operationId: 'exportConversations',
    summary: 'Export conversations',
    description:
      'Oldest first; `from` and `before` apply to the time of creation. JSONL has a line for each conversation with its messages and the ratings of its human sessions, CSV a line for each message and each rating (role `rating`).',
  },
  {
    kind: 'qa',
    operationId: 'exportQa',
    summary: 'Export questions and answers',
    description: 'Oldest first, one line for each round; `from` and `before` apply to the question.',
  },
] as const;

const formatNotes =
  'In CSV, an apostrophe is added before cells that a spreadsheet would treat as a formula. The response is streamed: an interrupted export ends without its last HTTP chunk.';

/** Conversations, and questions with their answers, as files. */
export const createExportRoutes = ({
  conversations,
  downloads,
  agents,
  clock,
  write,
}: RouteDependencies & { conversations: Conversations; downloads: Downloads }): Route[] => {
  const filterOf = (agent: Agent, query: Static<typeof Query>): ExportFilter => {
    const { startMs, endMs } = readTimes(query);
    // Messages sent during the export are not included, or it might never end.
    return {
      agentId: agent.id,
      userId: query.userId,
      channel: query.channel,
      startMs,
      endMs: Math.min(endMs ?? Number.MAX_SAFE_INTEGER, clock.nowMs()),
    };
  };

  return exports.map(({ kind, operationId, summary, description }) =>
    route({
      method: 'GET',
      url: `/workspaces/:workspaceId/agents/:agentId/export/${kind}`,
      permission: 'conversation:export',
      audit: `${kind}.export`,
      schema: {
        tags: ['Export'],
        summary,
        description: `${description} ${formatNotes}`,
        operationId,
        params: AgentParams,
        querystring: Query,
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request, { alsoDeleted: true });
        const { format, userId } = request.query;
        const filter = filterOf(agent, request.query);
        // Exports are recorded although nothing is changed, because they contain users' messages.
        await write((tx) =>
          record(tx, {
            action: `${kind}.export`,
            targetId: agent.id,
            changes: {
              format: [null, format],
              ...(userId === undefined ? {} : { user: [null, auditedUser(agent.id, userId)] }),
            },
          }),
        );
        return downloads.text(request, reply, conversations.export[kind](filter, format), {
          name: `${kind}.${format}`,
          mediaType: mediaTypes[format],
        });
      },
    }),
  );
};
