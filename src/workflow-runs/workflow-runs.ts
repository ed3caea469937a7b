import type { Agent } from '../agents/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { Database } from '../db/index.ts';
import type { Flows } from '../flows/index.ts';
import type { IdempotencyKey } from '../idempotency/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { findRound } from '../rounds/index.ts';
import type { Reply, Runtime } from '../runtime/index.ts';
import { newAnonymousId } from '../users/index.ts';
import { readInput, type WorkflowInput } from './read-input.ts';

type WorkflowStatus = 'RUNNING' | 'SUCCEEDED' | 'WAITING' | 'FAILED' | 'STOPPED';

/** One run of a flow: a round that is the first of its own conversation. */
export interface WorkflowRun {
  /** Id of the round. */
  id: string;
  conversationId: string;
  status: WorkflowStatus;
  createdAtMs: number;
  endedAtMs: number | null;
  /** Absent until it has ended. */
  reply?: Reply;
  error?: { code: number; message: string };
}

interface InvokeInput {
  agent: Agent;
  /** Absent: a user of its own. */
  userId: string | undefined;
  input: WorkflowInput;
  mode: 'sync' | 'async' | 'webhook';
  idempotencyKey: IdempotencyKey | undefined;
}

interface WorkflowRunsDependencies {
  db: Database;
  clock: Clock;
  flows: Pick<Flows, 'published' | 'pauseBefore'>;
  conversations: Conversations;
  runtime: Pick<Runtime, 'send' | 'replyOf'>;
}

const modes = { sync: 'blocking', async: 'async', webhook: 'webhook' } as const;

const statuses = { running: 'RUNNING', done: 'SUCCEEDED', failed: 'FAILED', stopped: 'STOPPED' } as const;
const afterAllRounds = 2 ** 31 - 1;

export const createWorkflowRuns = ({
  db,
  clock,
  flows,
  conversations,
  runtime,
}: WorkflowRunsDependencies) => {
  const requireFlow = async (agent: Agent) => {
    if (agent.kind !== 'flow')
      throw new AppError('invalidParameter', 'Only flow agents run workflows. Send a message instead');
    const flow = await flows.published(agent.id);
    if (!flow) throw new AppError('invalidParameter', 'The agent has no published flow');
    return flow.graph;
  };

  /** Starts the run, or finds the one that a call with the same key started. */
  const start = async ({ agent, userId, input, mode, idempotencyKey }: InvokeInput) => {
    const { question, variables } = readInput(input, await requireFlow(agent));
    // Stored with the round, so that a refused or repeated call leaves no conversation.
    const opens = conversations.prepare({ agent, userId: userId ?? newAnonymousId('api'), channel: 'API' });
    return runtime.send({
      agent,
      conversationId: opens.id,
      opens,
      apiVersion: 2,
      mode: modes[mode],
      history: [],
      question: [{ type: 'text', text: question }],
      options: Object.keys(variables).length === 0 ? {} : { variables },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });
  };

  /** Whether the flow asked the user. It continues with the next message to its conversation. */
  const isWaiting = async (conversationId: string): Promise<boolean> => {
    const pause = await flows.pauseBefore({ conversationId, sequence: afterAllRounds });
    return pause !== undefined && pause.expires_at > clock.nowMs();
  };

  return {
    /** In the mode `sync` it waits for the end, and fails like the run. */
    invoke: async (input: InvokeInput): Promise<WorkflowRun> => {
      const { messageId: id, conversationId, createdAtMs } = await start(input);
      if (input.mode !== 'sync')
        return { id, conversationId, createdAtMs, status: 'RUNNING', endedAtMs: null };
      const reply = await runtime.replyOf(id);
      const status = (await isWaiting(conversationId)) ? 'WAITING' : 'SUCCEEDED';
      return { id, conversationId, createdAtMs, status, endedAtMs: reply.endedAtMs, reply };
    },

    find: async (agent: Agent, id: string): Promise<WorkflowRun> => {
      const row = await findRound(db.query, id);
      if (!row || row.agent_id !== agent.id)
        throw new AppError('notFound', 'workflow_run_id: this agent has no such run');
      const waits = row.status === 'done' && (await isWaiting(row.conversation_id));
      const run = {
        id,
        conversationId: row.conversation_id,
        status: waits ? 'WAITING' : statuses[row.status],
        createdAtMs: row.created_at,
        endedAtMs: row.ended_at,
      } as const;
      if (row.status === 'running') return run;
      try {
        return { ...run, reply: await runtime.replyOf(id) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ...run, error: { code: error.code, message: error.message } };
      }
    },
  };
};

export type WorkflowRuns = ReturnType<typeof createWorkflowRuns>;
