import type { Agent, Agents } from '../agents/index.ts';
import type { ChatDelivery, ChatMessage } from '../channels/index.ts';
import type { AlsoIn, Database, Handle } from '../db/index.ts';
import type { JobLog, Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { newId } from '../lib/ids.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { createAttemptDelivery, type DeliveryListener } from './attempt-delivery.ts';
import { checkAddresses } from './check-addresses.ts';
import {
  type AddressTarget,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryRow,
  type DeliveryTarget,
  toAttempt,
  toDelivery,
} from './delivery.ts';
import { createNoteUndelivered } from './note-undelivered.ts';
import { addressOf } from './receiver.ts';
import { createReceiverHealth } from './receiver-health.ts';
import { createReleaseWaiting } from './release-waiting.ts';
import { createReplay, type EnqueueJob } from './replay.ts';
import { createSendExample } from './send-example.ts';
import { createSendTest } from './send-test.ts';
import {
  type DeliveryFilter,
  deleteEnded,
  findDelivery,
  hasPendingOfChat,
  insertDelivery,
  listAttempts,
  listDeliveries,
} from './store.ts';

interface WebhooksDependencies {
  db: Database;
  jobs: Jobs;
  agents: Pick<Agents, 'find' | 'findNewest' | 'updateEverywhere'>;
  /** Chats of messaging platforms, for the target `channel`. */
  chats?: ChatDelivery;
  safeFetch: SafeFetch;
  clock: Clock;
  log: JobLog;
  /** 0 ≤ random < 1, for the jitter of retries. */
  random?: () => number;
  /** For a whole call, from the DNS lookup to the last byte of the answer. */
  timeoutMs?: number;
  /** Maximum number of parallel calls. It can be high, because calls only wait for receivers. */
  concurrency?: number;
}

/** A reply to a chat of a messaging platform: one delivery for each call that the platform needs. */
export interface NewChatDelivery {
  agent: Agent;
  conversationId: string | null;
  /** Absent: the chat of the conversation. */
  chatId?: string | undefined;
  /** The round whose reply it is. */
  roundId?: string | undefined;
  /** reply, human_reply, notice */
  kind: string;
  message: ChatMessage;
}

export interface NewDelivery {
  agent: Agent;
  /** Deliveries of one conversation to one target are sent in the order of creation. */
  conversationId: string | null;
  /** The visitor of an event without a conversation. */
  visitorId?: string;
  /** reply, human_reply, event, establish, chat, close */
  kind: string;
  target: AddressTarget;
  /** Appended to the target's address. */
  path?: string;
  body: unknown;
}

type Stored = Omit<NewDelivery, 'target'> & { target: DeliveryTarget };

const queue = 'deliveries';

/** Much longer than a call can take. */
const leaseMs = 30_000;

/** Delay between attempts that could not be recorded. The schedule of deliveries counts only recorded ones. */
const unrecordedDelayMs = 5000;

/** Maximum share of parallel calls to one host, so that its outage does not block calls to others. */
const shareOfHost = 1 / 2;

const sweepBatch = 500;

/**
 * The outbox: deliveries to a developer's server, each stored in the transaction of the event that caused it.
 *
 * | State | Event | Next state |
 * |---|---|---|
 * | pending | any 2xx | delivered (a `code` other than 0 or 200 in the body is stored) |
 * | pending | anything else: other status, redirect, timeout, no connection, address blocked or not configured | pending, next attempt after 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h, 24 h, 24 h (±20 %, or later if the receiver asks) |
 * | pending | the same after the last of these | dead |
 * | pending | a messaging platform answers that there are too many calls | pending, next attempt when it says; the schedule continues |
 * | pending | a messaging platform refuses the message itself | dead |
 * | pending | 410 | dead; the address is disabled |
 * | pending | the address is disabled, or the agent deleted | dead, without a call |
 * | pending | replay | pending, next attempt now |
 * | pending | another delivery, or a test, succeeds at the same address | pending, next attempt now (once per step; if it fails, the schedule continues) |
 * | delivered | a messaging platform reports that the message did not reach the user | dead |
 * | delivered | the same, and the platform would accept it in another form, such as a template | pending, last in its conversation; once for the same error |
 * | delivered, dead | replay | pending, last in its conversation, with a new schedule |
 * | delivered, dead | retention | deleted |
 *
 * Health, backoff and concurrency are per address of an agent: see receiver-health.ts. A pending delivery
 * delays only the later deliveries of its conversation and target. Its id, which is the webhook-id header, and its body
 * never change.
 */
export const createWebhooks = ({
  db,
  jobs,
  agents,
  chats,
  safeFetch,
  clock,
  log,
  random = Math.random,
  timeoutMs = 10_000,
  concurrency = 512,
}: WebhooksDependencies) => {
  const onDelivered: DeliveryListener[] = [];
  const onAttemptFailed: DeliveryListener[] = [];
  const health = createReceiverHealth();
  const releaseWaiting = createReleaseWaiting({ db, jobs, log });
  const attempt = createAttemptDelivery({
    db,
    agents,
    chats,
    safeFetch,
    clock,
    log,
    health,
    releaseWaiting,
    random,
    timeoutMs,
    onDelivered,
    onAttemptFailed,
  });

  jobs.define(queue, attempt, {
    concurrency,
    leaseMs,
    // The delivery itself decides when to give up. An error here, such as an unavailable database, never counts.
    maxAttempts: Number.POSITIVE_INFINITY,
    retryDelayMs: () => unrecordedDelayMs,
    groupConcurrency: health.limit,
    poolOf: health.originOf,
    poolConcurrency: Math.ceil(concurrency * shareOfHost),
  });

  const enqueueJob: EnqueueJob = (
    tx,
    { id, workspaceId, agentId, conversationId, connectionId, chatId, target },
  ) => {
    // The replies of a chat stay in order when a new conversation has started.
    const ordered = chatId ?? conversationId;
    const orderingKey = ordered === null ? undefined : `${ordered} ${target}`;
    const group = addressOf({ agentId, target, connectionId });
    return jobs.enqueue(tx, queue, { deliveryId: id }, { id, orderingKey, group, workspaceId });
  };

  const store = async (
    tx: Handle,
    { agent, conversationId, visitorId, kind, target, path = '', body }: Stored,
    to: { connectionId: string; chatId: string } | { connectionId: null; chatId: null },
  ): Promise<string> => {
    const nowMs = clock.nowMs();
    const id = newId(nowMs);
    const { id: agentId, workspaceId } = agent;
    await insertDelivery(tx, {
      id,
      workspace_id: workspaceId,
      agent_id: agentId,
      conversation_id: conversationId,
      visitor_id: visitorId ?? null,
      connection_id: to.connectionId,
      chat_id: to.chatId,
      kind,
      target,
      path,
      body: JSON.stringify(body ?? null),
      status: 'pending',
      attempts: 0,
      schedule_step: 0,
      next_attempt_at: nowMs,
      created_at: nowMs,
    });
    await enqueueJob(tx, { id, workspaceId, agentId, conversationId, target, ...to });
    faultPoint('delivery-writing');
    return id;
  };

  const enqueue = (tx: Handle, delivery: NewDelivery): Promise<string> =>
    store(tx, delivery, { connectionId: null, chatId: null });

  const enqueueToChat = async (
    tx: Handle,
    { chatId, roundId, message, ...delivery }: NewChatDelivery,
  ): Promise<void> => {
    const route = await chats?.route(
      tx,
      { chatId, roundId, conversationId: delivery.conversationId },
      message,
    );
    for (const body of route?.calls ?? []) await store(tx, { ...delivery, target: 'channel', body }, route!);
  };

  const { replay, replayMatching } = createReplay({ db, jobs, clock, enqueueJob });

  const ofWorkspace = async (workspaceId: string, id: string): Promise<DeliveryRow | undefined> => {
    const row = await findDelivery(db.query, id);
    return row?.workspace_id === workspaceId ? row : undefined;
  };

  return {
    /** Part of the caller's transaction. Returns the delivery's id. */
    enqueue,
    /** The same for a chat of a messaging platform. Nothing is sent if the chat was erased. */
    enqueueToChat,
    /** Whether something waits to be sent to the chat. */
    isWaitingForChat: (chatId: string): Promise<boolean> => hasPendingOfChat(db.query, chatId),
    /** After a connection was resumed: what waited for it is sent now. */
    releaseConnection: (agentId: string, connectionId: string): Promise<void> =>
      releaseWaiting({ agentId, target: 'channel', connectionId }),
    /** A platform reports that a message did not reach the user. False if its delivery has not ended yet. */
    noteUndelivered: createNoteUndelivered({ clock, chats, enqueueJob }),
    /** Must be called before the jobs start. */
    onDelivered: (listener: DeliveryListener): void => void onDelivered.push(listener),
    /** The delivery's state shows whether there will be another attempt (pending) or not (dead). */
    onAttemptFailed: (listener: DeliveryListener): void => void onAttemptFailed.push(listener),

    /** Newest first. */
    list: async (
      filter: DeliveryFilter,
      page: { offset: number; limit: number },
    ): Promise<{ deliveries: Delivery[]; total: number }> => {
      const { rows, total } = await listDeliveries(db.query, filter, page);
      return { deliveries: rows.map(toDelivery), total };
    },

    get: async (
      workspaceId: string,
      id: string,
    ): Promise<{ delivery: Delivery; attempts: DeliveryAttempt[] } | undefined> => {
      const row = await ofWorkspace(workspaceId, id);
      if (!row) return undefined;
      return { delivery: toDelivery(row), attempts: (await listAttempts(db.query, id)).map(toAttempt) };
    },

    /** False if the workspace has no such delivery. */
    replay: async (workspaceId: string, id: string, alsoIn?: AlsoIn<number>): Promise<boolean> => {
      const row = await ofWorkspace(workspaceId, id);
      if (row) await replay([row], alsoIn);
      return row !== undefined;
    },
    /** Replays matching deliveries, by default all dead letters, in order of creation. Returns their number. */
    replayMatching,

    /** Deletes deliveries that ended before that time, in batches. Returns their number. */
    sweep: async (endedBeforeMs: number): Promise<number> => {
      for (let removed = 0; ; ) {
        const count = await deleteEnded(db.query, endedBeforeMs, sweepBatch);
        removed += count;
        if (count < sweepBatch) return removed;
      }
    },

    check: (agent: Agent) => checkAddresses(safeFetch, agent, timeoutMs),
    sendExample: createSendExample({ safeFetch, clock, timeoutMs }),
    sendTest: createSendTest({ safeFetch, clock, timeoutMs, releaseWaiting }),
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;
