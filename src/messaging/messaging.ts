import {
  type ChannelConnection,
  endUpdate,
  findConnector,
  findPendingUpdate,
  type UndeliveredReport,
  type UpdateJob,
  type UpdateOutcome,
  type UpdateRow,
  updateQueue,
} from '../channels/index.ts';
import type { Handle } from '../db/index.ts';
import type { JobContext } from '../jobs/index.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { createAnswerMessage } from './answer-message.ts';
import { createAwaitReply } from './await-reply.ts';
import { createDrafting } from './drafting.ts';
import { gatherAlbum } from './gather-album.ts';
import type { MessagingDependencies } from './messaging-dependencies.ts';
import { createTyping } from './typing.ts';

/** Updates wait for downloads and the database, not for the model. */
const concurrency = 64;
/**
 * One connection with many messages leaves room for others, and for acknowledgements, which share the event loop and the
 * writer of SQLite (`npm run bench:channels`).
 */
const perConnection = 8;
const leaseMs = 180_000;
const mostAttempts = 5;
const retryDelaysMs = [1000, 5000, 20_000, 60_000];
/** How long a report about a message waits until the delivery of the message is recorded. */
const longestReportWaitMs = 60_000;
const reportRetryMs = 1000;

/**
 * Processes what messaging platforms sent, in order for each chat. Everything that follows from an update, such as its round
 * or a notice, is stored in the transaction that ends the update and its job. So a message is answered exactly once.
 */
export const createMessaging = (deps: MessagingDependencies) => {
  const { db, clock, log, jobs, agents, connectors, outbox } = deps;
  const typing = createTyping({ runtime: deps.runtime });
  const drafting = createDrafting({ runtime: deps.runtime, drafts: connectors.drafts, outbox });
  const answerMessage = createAnswerMessage({ ...deps, typing, drafting });

  const endIn = async (
    tx: Handle,
    updates: readonly UpdateRow[],
    context: JobContext,
    outcome?: UpdateOutcome,
  ): Promise<void> => {
    for (const update of updates) await endUpdate(tx, update, clock.nowMs(), outcome);
    faultPoint('update-ending');
    // Last, because it takes the lock of the chat's key.
    await context.completeIn(tx);
  };

  const processReport = (
    update: UpdateRow,
    { deliveryId, error, readdress }: UndeliveredReport,
    context: JobContext,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const nowMs = clock.nowMs();
      const report = { id: deliveryId, connectionId: update.connection_id, error, readdress };
      const isNoted = await outbox.noteUndelivered(tx, report);
      if (isNoted || nowMs - update.received_at > longestReportWaitMs) await endIn(tx, [update], context);
      else await context.retryIn(tx, nowMs + reportRetryMs);
    });

  const processUpdate = async (
    update: UpdateRow,
    connection: ChannelConnection | undefined,
    context: JobContext,
  ): Promise<void> => {
    const agent = connection && (await agents.find(connection.agentId));
    const connector = connection && findConnector(connection.platform);
    if (!connector || !agent || agent.deleted) return db.transaction((tx) => endIn(tx, [update], context));
    const nowMs = clock.nowMs();
    const { updates, payload, completeAtMs } = await gatherAlbum(db.query, connector, update, nowMs);
    if (completeAtMs > nowMs) return db.transaction((tx) => context.retryIn(tx, completeAtMs));
    const endInTx = (tx: Handle, outcome?: UpdateOutcome): Promise<void> =>
      endIn(tx, updates, context, outcome);
    const access = connectors.connections.accessOf(connection);
    const event = connector.read(payload, access);
    if (event.kind === 'undelivered') return processReport(update, event, context);
    if (event.kind !== 'message') return db.transaction((tx) => endInTx(tx));
    await answerMessage({
      agent,
      connection,
      connector,
      chatKey: update.chat_key,
      message: event.message,
      isLastAttempt: context.attempt >= mostAttempts,
      endIn: endInTx,
    });
  };

  const run = async (job: UpdateJob, context: JobContext): Promise<void> => {
    const update = await findPendingUpdate(db.query, job);
    if (!update) return;
    const connection = await connectors.connections.find(job.connectionId);
    try {
      await processUpdate(update, connection, context);
    } catch (error) {
      context.signal.throwIfAborted();
      if (context.attempt < mostAttempts) throw error;
      // Otherwise the messages after it would wait forever.
      log.error(
        { err: error, connectionId: job.connectionId },
        'a message of a platform could not be processed',
      );
      await db.transaction((tx) => endIn(tx, [update], context));
    }
  };

  jobs.define<UpdateJob>(updateQueue, run, {
    concurrency,
    leaseMs,
    maxAttempts: mostAttempts + 1,
    retryDelayMs: (failures) => retryDelaysMs[failures - 1] ?? retryDelaysMs.at(-1)!,
    groupConcurrency: () => perConnection,
  });

  const awaitReply = createAwaitReply(deps);

  return {
    /** What is known of the reply to an update, after waiting for it. */
    awaitReply: awaitReply.wait,
    close: (): void => {
      typing.close();
      awaitReply.close();
      drafting.close();
    },
  };
};

export type Messaging = ReturnType<typeof createMessaging>;
