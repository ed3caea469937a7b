import { createAgents, defaultSettings } from '../../../src/agents/index.ts';
import { createConversations } from '../../../src/conversations/index.ts';
import { takingSequence } from '../../../src/conversations/store.ts';
import { afterCommit, type Database, type Handle } from '../../../src/db/index.ts';
import { createHandoff, type MessageToUser } from '../../../src/handoff/index.ts';
import type { JobContext, JobHandler } from '../../../src/jobs/index.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import { newId } from '../../../src/lib/ids.ts';
import { toDelivery } from '../../../src/webhooks/delivery.ts';
import type { DeliveryListener, NewDelivery } from '../../../src/webhooks/index.ts';
import { insertDelivery } from '../../../src/webhooks/store.ts';
import { testEncryption } from '../service/test-encryption.ts';
import { createManualTime } from '../time/manual-time.ts';

export const phrase = 'a person please';
export const patience = { firstReplyMs: 60_000, idleMs: 600_000 };

interface WaitingJob {
  queue: string;
  payload: unknown;
  runAtMs: number;
}

/** Jobs that run when the test says so. They survive a restart, like the real table. */
const createHeldJobs = () => {
  const waiting = new Map<string, WaitingJob>();
  const handlers = new Map<string, JobHandler<unknown>>();
  return {
    define: (queue: string, handler: unknown) => {
      handlers.set(queue, handler as JobHandler<unknown>);
    },
    enqueue: async (
      tx: Handle,
      queue: string,
      payload: unknown,
      { id = newId(), runAtMs = 0 }: { id?: string; runAtMs?: number } = {},
    ) => {
      afterCommit(tx, () => waiting.set(id, { queue, payload, runAtMs }));
      return id;
    },
    runNow: async (tx: Handle, id: string) =>
      afterCommit(tx, () => {
        const job = waiting.get(id);
        if (job) job.runAtMs = 0;
      }),
    runDue: async (nowMs: number): Promise<void> => {
      for (const [id, job] of Array.from(waiting)) {
        if (job.runAtMs > nowMs) continue;
        const context = {
          completeIn: async (tx: Handle) => afterCommit(tx, () => waiting.delete(id)),
          retryIn: async (tx: Handle, runAtMs: number) => {
            afterCommit(tx, () => waiting.set(id, { ...job, runAtMs }));
          },
        } as unknown as JobContext;
        await handlers.get(job.queue)?.(job.payload, context);
      }
    },
  };
};

/** The outbox's table and listeners. The test makes the attempts. */
const createHeldOutbox = (db: Database) => {
  let onDelivered: DeliveryListener[] = [];
  let onAttemptFailed: DeliveryListener[] = [];
  return {
    forgetListeners: () => {
      onDelivered = [];
      onAttemptFailed = [];
    },
    port: {
      enqueue: async (tx: Handle, { agent, conversationId, kind, target, path = '', body }: NewDelivery) => {
        const id = newId();
        await insertDelivery(tx, {
          id,
          workspace_id: agent.workspaceId,
          agent_id: agent.id,
          conversation_id: conversationId,
          kind,
          target,
          path,
          body: JSON.stringify(body),
          status: 'pending',
          attempts: 0,
          schedule_step: 0,
          next_attempt_at: 0,
          created_at: 0,
        });
        return id;
      },
      enqueueToChat: async () => {},
      onDelivered: (listener: DeliveryListener) => void onDelivered.push(listener),
      onAttemptFailed: (listener: DeliveryListener) => void onAttemptFailed.push(listener),
    },
    /** Attempts the oldest pending call to the human service. False if there is none. */
    attempt: (conversationId: string, outcome: 'delivered' | 'failed' | 'dead'): Promise<boolean> =>
      db.transaction(async (tx) => {
        const row = await tx
          .selectFrom('deliveries')
          .selectAll()
          .where('conversation_id', '=', conversationId)
          .where('target', '=', 'human_service')
          .where('status', '=', 'pending')
          .orderBy('sequence')
          .limit(1)
          .$if(db.kind === 'postgres', (query) => query.forUpdate().skipLocked())
          .executeTakeFirst();
        if (!row) return false;
        const status = outcome === 'failed' ? 'pending' : outcome;
        const attempts = row.attempts + 1;
        await tx.updateTable('deliveries').set({ status, attempts }).where('id', '=', row.id).execute();
        const delivery = toDelivery({ ...row, status, attempts });
        const listeners = outcome === 'delivered' ? onDelivered : onAttemptFailed;
        for (const listener of listeners) await listener(tx, delivery, {} as never);
        return true;
      }),
  };
};

/** Handoff on a real database, with network, jobs and time under the test's control. */
export const createHandoffBench = async (db: Database, backend: 'webhook' | 'inbox' = 'webhook') => {
  const { clock, advance } = createManualTime();
  const agents = createAgents({ db, clock, encryption: testEncryption, createDefaultBase });
  const conversations = createConversations({ db, clock });
  const workspaceId = newId();
  await db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'Bench', balance_nano: null, reserved_nano: 0, created_at: 0 })
    .execute();
  const settings = defaultSettings();
  settings.webhook.url = 'http://user.example/hook';
  settings.humanService.type = backend;
  settings.humanService.baseUrl = backend === 'webhook' ? 'http://desk.example' : null;
  settings.humanService.phrases = [phrase];
  const agent = await db.transaction((tx) => agents.create(tx, { workspaceId, name: 'Agent', settings }));
  const jobs = createHeldJobs();
  const outbox = createHeldOutbox(db);

  const create = () =>
    createHandoff({
      db,
      clock,
      jobs,
      agents,
      conversations,
      outbox: outbox.port,
      present: (_version, { outputs }: MessageToUser) => ({ text: outputs[0]!.text }),
      fileUrl: async (fileId) => `https://files.example/${fileId}`,
      mailer: { isConfigured: false, readsAnswers: false, enqueue: async () => '' },
      publicNameOf: async () => null,
      baseUrl: 'https://desk.example',
      onError: (error) => {
        throw error;
      },
    });
  let handoff = create();

  const storeRound = async (tx: Handle, conversationId: string, text: string, status: 'running' | 'done') => {
    const taking = takingSequence({
      id: conversationId,
      userId: 'ada',
      visitorId: null,
      userClaimed: 0,
      nowMs: clock.nowMs(),
      subject: text,
    });
    const [{ message_count: sequence }] = (await taking.run(tx)) as [{ message_count: number }];
    const id = newId();
    await tx
      .insertInto('rounds')
      .values({
        id,
        answer_id: newId(),
        workspace_id: workspaceId,
        agent_id: agent.id,
        user_id: 'ada',
        conversation_id: conversationId,
        sequence,
        api_version: 2,
        mode: 'webhook',
        status,
        owner: '',
        question: '[]',
        question_text: text,
        request: '{}',
        answer_text: '',
        outputs: '[]',
        reserved_nano: 0,
        cost_nano: 0,
        stop_requested: 0,
        feedback: 'NONE',
        quality: 'NONE',
        created_at: clock.nowMs(),
      })
      .execute();
    return { id, sequence, conversationId, mode: 'webhook', channel: 'API' };
  };

  return {
    agent,
    backend,
    clock,
    get handoff() {
      return handoff;
    },
    newConversation: () => conversations.create({ agent, userId: 'ada', channel: 'API' }),
    /** Like the runtime: undefined during a human session, otherwise the round that the agent answers. */
    send: (conversationId: string, text: string) =>
      db.transaction(async (tx) => {
        const message = { agent, conversationId, mode: 'webhook', channel: 'API', text, files: [] };
        const takeover = await handoff.claimMessage(tx, message);
        const round = await storeRound(tx, conversationId, text, takeover ? 'done' : 'running');
        if (!takeover) return round;
        await handoff.passOn(tx, takeover, message);
        return undefined;
      }),
    /** Ends a round. False if the agent must not answer. */
    settle: (round: {
      id: string;
      sequence: number;
      conversationId: string;
      mode: string;
      channel: string;
    }) =>
      db.transaction(async (tx) => {
        const silenced = (await handoff.silencedBy(tx, round)) !== undefined;
        await tx.updateTable('rounds').set({ status: 'done' }).where('id', '=', round.id).execute();
        return !silenced;
      }),
    startByOperator: (conversationId: string) =>
      db.transaction((tx) => handoff.start(tx, { agent, conversationId, trigger: 'operator' })),
    closeByOperator: async (conversationId: string): Promise<boolean> => {
      const session = await handoff.liveSession(conversationId);
      return session ? db.transaction((tx) => handoff.closeByOperator(tx, agent, session)) : false;
    },
    /** A person replies: through the API of human services, or in the inbox. */
    reply: async (conversationId: string, text: string, timestamp: number): Promise<void> => {
      const session = await handoff.liveSession(conversationId);
      if (backend === 'inbox' && session)
        await handoff.inbox.reply({
          workspaceId,
          sessionId: session.id,
          text,
          files: [],
          operatorId: 'grace',
          idempotencyKey: undefined,
          keepFiles: async () => {},
        });
      else await handoff.receive(agent, { conversationId, text, timestamp });
    },
    attempt: outbox.attempt,
    advance: async (ms: number): Promise<void> => {
      advance(ms);
      await jobs.runDue(clock.nowMs());
    },
    runDueJobs: () => jobs.runDue(clock.nowMs()),
    /** Restarts: only the database, the outbox and the jobs are kept. */
    restart: () => {
      outbox.forgetListeners();
      handoff = create();
    },
    /** Messages for one side, in order. */
    ledger: async (conversationId: string, target: 'message' | 'human_service') => {
      const rows = await db.query
        .selectFrom('deliveries')
        .select(['kind', 'body', 'status'])
        .where('conversation_id', '=', conversationId)
        .where('target', '=', target)
        .orderBy('sequence')
        .execute();
      return rows.map(({ kind, body, status }) => ({ kind, status, body: JSON.parse(body) }));
    },
  };
};

export type HandoffBench = Awaited<ReturnType<typeof createHandoffBench>>;
