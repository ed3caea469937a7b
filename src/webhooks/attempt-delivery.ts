import type { Agents } from '../agents/index.ts';
import type { ChatDelivery } from '../channels/index.ts';
import { type Database, type Handle, sideBySide } from '../db/index.ts';
import { completeAllIn, type JobContext, type JobLog } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { createGather } from '../lib/gather/gather.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import {
  type AddressTarget,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryRow,
  toAttempt,
  toDelivery,
} from './delivery.ts';
import { disableAddress } from './disable-address.ts';
import { type PostOutcome, postDelivery } from './post-delivery.ts';
import { addressOf, type Receiver, type ReceivingAddress, receiverOf } from './receiver.ts';
import type { ReceiverHealth } from './receiver-health.ts';
import type { ReleaseWaiting } from './release-waiting.ts';
import { delayAfterEarlyMs, nextDelayMs } from './schedule.ts';
import {
  type DeliveryChange,
  findDeliveries,
  type RecordedAttempt,
  recordAttempt,
  recordDelivered,
} from './store.ts';

/**
 * Part of the transaction that records the attempt: its writes are committed exactly with the
 * attempt. If it throws, the attempt is not recorded and the delivery is sent again.
 */
export type DeliveryListener = (tx: Handle, delivery: Delivery, attempt: DeliveryAttempt) => Promise<void>;

export interface AttemptDependencies {
  db: Database;
  agents: Pick<Agents, 'find' | 'findNewest' | 'updateEverywhere'>;
  chats: Pick<ChatDelivery, 'send'> | undefined;
  safeFetch: SafeFetch;
  clock: Clock;
  log: JobLog;
  health: ReceiverHealth;
  releaseWaiting: ReleaseWaiting;
  random: () => number;
  timeoutMs: number;
  onDelivered: DeliveryListener[];
  onAttemptFailed: DeliveryListener[];
}

const gone = 410;
/** A platform that asks for patience again and again gets the message no more after this time. */
const longestPatienceMs = 3 * 24 * 60 * 60 * 1000;
/** If a platform does not say how long to wait. */
const patienceMs = 1000;

interface Attempt {
  url: string;
  outcome: PostOutcome;
  final: boolean;
}

/** A finished attempt that is to be recorded. */
interface Finished extends RecordedAttempt {
  row: DeliveryRow;
  context: JobContext;
}

/** Deliveries that are read or recorded together, and how many such groups at the same time. */
const mostTogether = 32;
const groupsAtOnce = 2;

const notCalled = (error: string): PostOutcome => ({
  httpStatus: null,
  error,
  excerpt: '',
  receiverCode: null,
  retryAfterMs: null,
});

/** The state of the delivery after the attempt, see the state table in webhooks.ts. */
const changeAfter = (
  row: DeliveryRow,
  outcome: PostOutcome,
  { final, nowMs, random }: { final: boolean; nowMs: number; random: number },
): DeliveryChange => {
  const result = {
    attempts: row.attempts + 1,
    http_status: outcome.httpStatus,
    receiver_code: outcome.receiverCode,
    error: outcome.error,
  };
  const steps = { schedule_step: row.schedule_step, hastened_step: row.hastened_step };
  const ended = { next_attempt_at: null, ended_at: nowMs, ...steps };
  if (outcome.error === null) return { ...result, ...ended, status: 'delivered' };
  if (final) return { ...result, ...ended, status: 'dead' };
  if (outcome.isRateLimited && nowMs - row.created_at < longestPatienceMs)
    return {
      ...result,
      ...steps,
      status: 'pending',
      next_attempt_at: nowMs + (outcome.retryAfterMs ?? patienceMs),
      ended_at: null,
    };
  const failure = { step: row.schedule_step, retryAfterMs: outcome.retryAfterMs, random };
  // An early attempt, because its receiver seemed to be back, does not use up the schedule.
  const isEarly = row.schedule_step > 0 && row.hastened_step === row.schedule_step;
  const plannedMs = (row.next_attempt_at ?? nowMs) - nowMs;
  const delayMs = isEarly ? delayAfterEarlyMs({ ...failure, plannedMs }) : nextDelayMs(failure);
  if (delayMs === undefined) return { ...result, ...ended, status: 'dead' };
  const next = {
    next_attempt_at: nowMs + delayMs,
    ...(isEarly
      ? { schedule_step: row.schedule_step, hastened_step: row.schedule_step + 1 }
      : { schedule_step: row.schedule_step + 1, hastened_step: row.schedule_step }),
  };
  return { ...result, ...next, status: 'pending', ended_at: null };
};

export const createAttemptDelivery = (dependencies: AttemptDependencies) => {
  const { db, agents, chats, safeFetch, clock, log, health, releaseWaiting, random, timeoutMs } =
    dependencies;

  const addressOfRow = ({ agent_id, target, connection_id }: DeliveryRow): ReceivingAddress => ({
    agentId: agent_id,
    target,
    connectionId: connection_id,
  });

  const call = async (
    row: DeliveryRow & { target: AddressTarget },
    receiver: Receiver,
    { signal, requireLease }: JobContext,
  ): Promise<{ outcome: PostOutcome; final: boolean }> => {
    // A power cut must not undo what we are about to send.
    await db.durable();
    await requireLease();
    const request = { receiver, id: row.id, body: row.body, nowMs: clock.nowMs() };
    faultPoint('delivery-sending');
    const outcome = await postDelivery(safeFetch, { ...request, timeoutMs, signal });
    faultPoint('delivery-answered');
    health.report(addressOf(addressOfRow(row)), receiver.origin, outcome.error === null);
    if (outcome.httpStatus !== gone) return { outcome, final: false };
    // Before the attempt is recorded: after a crash in between the address is not called again.
    await disableAddress(
      { db, agents },
      { agentId: row.agent_id, target: row.target, url: receiver.url, path: row.path },
    );
    return {
      outcome: { ...outcome, error: 'The receiver answered 410: the address is disabled' },
      final: true,
    };
  };

  const sendToChat = async (
    row: DeliveryRow,
    { connectionId, chatId }: { connectionId: string; chatId: string },
    { signal, requireLease }: JobContext,
  ): Promise<Attempt> => {
    if (!chats) return { url: '', outcome: notCalled('Messaging platforms are not available'), final: true };
    // A power cut must not undo what we are about to send.
    await db.durable();
    await requireLease();
    faultPoint('delivery-sending');
    const { url, isFinal, ...sent } = await chats.send(
      {
        id: row.id,
        connectionId,
        chatId,
        conversationId: row.conversation_id,
        kind: row.kind,
        body: row.body,
      },
      signal,
    );
    faultPoint('delivery-answered');
    const isReached = sent.error === null || isFinal === true;
    if (url !== '') health.report(addressOf(addressOfRow(row)), new URL(url).origin, isReached);
    return { url, outcome: { ...sent, receiverCode: null }, final: isFinal === true };
  };

  const attempt = async (row: DeliveryRow, context: JobContext): Promise<Attempt> => {
    const agent = await agents.find(row.agent_id);
    if (!agent || agent.deleted) return { url: '', outcome: notCalled('The agent was deleted'), final: true };
    const { target, connection_id: connectionId, chat_id: chatId } = row;
    if (target === 'channel') {
      if (connectionId === null || chatId === null)
        return { url: '', outcome: notCalled('The chat is not known'), final: true };
      return sendToChat(row, { connectionId, chatId }, context);
    }
    const receiver = receiverOf(agent, target, row.path);
    // It may be configured again while the schedule lasts.
    if (!receiver) return { url: '', outcome: notCalled('No address is configured'), final: false };
    const { url } = receiver;
    if (receiver.disabled) return { url, outcome: notCalled('The address is disabled'), final: true };
    return { url, ...(await call({ ...row, target }, receiver, context)) };
  };

  const tellListeners = async (tx: Handle, { row, change, attempt: made }: Finished): Promise<void> => {
    const listeners = made.error === null ? dependencies.onDelivered : dependencies.onAttemptFailed;
    for (const listener of listeners) await listener(tx, toDelivery({ ...row, ...change }), toAttempt(made));
  };

  /** Records one attempt, or several that succeeded, in one transaction. */
  const record = async (all: readonly Finished[]): Promise<void> => {
    await db.transactionTogether(async (tx) => {
      const [first] = all as [Finished];
      const endJobs = async (): Promise<void> => {
        for (const finished of all) await tellListeners(tx, finished);
        // Last, because it takes the lock of the conversation's key, which writers also take late.
        const { next_attempt_at: nextAttemptAt } = first.change;
        if (nextAttemptAt !== null) await first.context.retryIn(tx, nextAttemptAt);
        else
          await completeAllIn(
            tx,
            all.map(({ context }) => context),
          );
      };
      const recorded =
        all.length === 1 ? recordAttempt(tx, first.attempt, first.change) : recordDelivered(tx, all);
      await sideBySide([recorded, endJobs()]);
      faultPoint('delivery-marking');
    });
  };

  // Many statements for one delivery cost more than the delivery itself.
  const recordTogether = createGather<Finished, void>({
    most: mostTogether,
    atOnce: groupsAtOnce,
    run: async (all) => {
      await record(all);
      return all.map(() => undefined);
    },
  });
  const find = createGather<string, DeliveryRow | undefined>({
    most: mostTogether,
    atOnce: groupsAtOnce,
    run: (ids) => findDeliveries(db.query, ids),
  });

  /** The handler of the delivery job. */
  return async ({ deliveryId }: { deliveryId: string }, context: JobContext) => {
    const row = await find(deliveryId);
    // Already delivered, but the process ended before the job was removed. Or already deleted.
    if (row?.status !== 'pending') return;
    faultPoint('delivery-claimed');
    const startedAtMs = clock.nowMs();
    const started = performance.now();
    const { url, outcome, final } = await attempt(row, context);
    // The receiver has answered, so it can take another delivery meanwhile.
    context.leaveGroup();
    const nowMs = clock.nowMs();
    const change = changeAfter(row, outcome, { final, nowMs, random: random() });
    const attemptRow = {
      delivery_id: row.id,
      attempt: change.attempts,
      url,
      http_status: outcome.httpStatus,
      error: outcome.error,
      response_excerpt: outcome.excerpt,
      started_at: startedAtMs,
      duration_ms: Math.round(performance.now() - started),
    };
    const finished = { row, attempt: attemptRow, change, context };
    await (change.status === 'delivered' ? recordTogether(finished) : record([finished]));
    faultPoint('delivery-marked');
    if (outcome.error === null) await releaseWaiting(addressOfRow(row));
    if (change.status === 'dead')
      log.warn(
        { deliveryId: row.id, agentId: row.agent_id, error: outcome.error },
        'delivery is a dead letter',
      );
  };
};
