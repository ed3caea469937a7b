import type { Agents } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { JobContext, JobLog, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { EgressError } from '../../lib/safe-fetch/index.ts';
import type { ChannelConnection } from './connection.ts';
import { noteError } from './connection-store.ts';
import { type Connections, longestError } from './connections.ts';
import type { Connector, PlatformPull, PullOutcome } from './connector.ts';
import type { PlatformApi } from './platform-api.ts';
import { findPull, forgetHint, type PullRow, updatePull } from './pull-store.ts';
import { type PullJob, pullQueue, type RequestPull } from './request-pull.ts';
import type { StoreUpdates } from './store-updates.ts';

interface PullDependencies {
  db: Database;
  clock: Clock;
  log: JobLog;
  jobs: Pick<Jobs, 'define'>;
  agents: Pick<Agents, 'find'>;
  connections: Pick<Connections, 'findNewest' | 'accessOf'>;
  findConnector: (platform: string) => Connector | undefined;
  apiOf: (connector: Connector) => PlatformApi;
  requestPull: RequestPull;
  storeUpdates: StoreUpdates;
}

const concurrency = 16;
const pullMs = 90_000;
/** Longer than a pull, with the time to store its result. */
const leaseMs = 180_000;
const busyMs = 30_000;
/** After this many failures the last delay is used. */
const retryDelaysMs = [5000, 15_000, 60_000, 300_000, 900_000];
const longestRetryMs = 60 * 60 * 1000;
const longestCursor = 10_000;
/** After an error of the service itself. */
const jobRetryMs = 60_000;

/** What follows from a pull. */
interface End {
  pulled?: Extract<PullOutcome, { kind: 'pulled' }>;
  failure?: Pick<PullRow, 'failures' | 'retry_at'> & { error: string };
  /** Absent: there is no next pull until something requests it. */
  nextAtMs?: number | undefined;
}

const failed = (error: string): PullOutcome => ({ kind: 'failed', error });

/**
 * Fetches updates of platforms that do not send them, as a job per connection. The updates, the cursor after them and
 * the end of the job are one transaction. So an update is stored exactly once, if a process dies and if a platform
 * returns it twice.
 */
export const definePullUpdates = (deps: PullDependencies): void => {
  const { db, clock, log, jobs, agents, connections, findConnector, apiOf, requestPull, storeUpdates } = deps;

  const end = (
    connection: ChannelConnection,
    state: PullRow,
    context: JobContext,
    { pulled, failure, nextAtMs }: End,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const nowMs = clock.nowMs();
      const { id, account } = connection;
      const row = await updatePull(tx, id, {
        ...(failure && { failures: failure.failures, retry_at: failure.retry_at }),
        ...(pulled && {
          account_key: account.key,
          cursor: pulled.cursor,
          failures: 0,
          retry_at: null,
          pulled_at: nowMs,
        }),
      });
      // The connection was deleted.
      if (!row) return context.completeIn(tx);
      if (pulled) await storeUpdates.storeIn(tx, { connection, updates: pulled.updates, nowMs });
      if (failure) await noteError(tx, id, failure.error, nowMs);
      else if (pulled && state.failures > 0) await noteError(tx, id, null, nowMs);
      const isRequestedAgain = row.requests !== state.requests;
      if (pulled && !isRequestedAgain && !pulled.isMore) await forgetHint(tx, id);
      await context.completeIn(tx);
      if (isRequestedAgain) await requestPull.schedule(tx, connection);
      else if (nextAtMs !== undefined) await requestPull.schedule(tx, connection, nextAtMs);
    });

  const fetch = async (
    connection: ChannelConnection,
    connector: Connector,
    pull: PlatformPull,
    state: PullRow,
    signal: AbortSignal,
  ): Promise<PullOutcome> => {
    try {
      const outcome = await pull.fetch(
        {
          connection: connections.accessOf(connection),
          api: apiOf(connector),
          cursor: state.account_key === connection.account.key ? state.cursor : null,
          hint: state.hint,
          nowMs: clock.nowMs(),
        },
        AbortSignal.any([signal, AbortSignal.timeout(pullMs)]),
      );
      if (outcome.kind === 'pulled' && outcome.cursor !== null) {
        const { cursor } = outcome;
        if (cursor.length > longestCursor || cursor.includes('\0'))
          return failed(`${connector.title} returned a position that cannot be stored`);
      }
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, connectionId: connection.id }, 'updates of a platform could not be fetched');
      return failed(
        error instanceof EgressError ? error.message : `${connector.title} could not be asked for messages`,
      );
    }
  };

  const afterFailure = (
    { error, retryAfterMs, isRefused }: Extract<PullOutcome, { kind: 'failed' }>,
    state: PullRow,
  ): End => {
    const nowMs = clock.nowMs();
    const failures = state.failures + 1;
    const waitMs = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, longestRetryMs);
    const delayMs = waitMs ?? retryDelaysMs[failures - 1] ?? retryDelaysMs.at(-1)!;
    return {
      failure: {
        error: error.slice(0, longestError),
        failures,
        retry_at: waitMs === undefined ? null : nowMs + waitMs,
      },
      nextAtMs: isRefused ? undefined : nowMs + delayMs,
    };
  };

  const run = async ({ connectionId }: PullJob, context: JobContext): Promise<void> => {
    const state = await findPull(db.query, connectionId);
    if (!state) return;
    const connection = await connections.findNewest(connectionId);
    const connector = connection && findConnector(connection.platform);
    const agent = connection && (await agents.find(connection.agentId));
    if (!connection) return;
    if (!connector?.pull || connection.status !== 'active' || !agent || agent.deleted)
      return end(connection, state, context, {});
    const nowMs = clock.nowMs();
    if ((state.retry_at ?? 0) > nowMs) return end(connection, state, context, { nextAtMs: state.retry_at! });
    if (await storeUpdates.isBusy(connectionId))
      return end(connection, state, context, { nextAtMs: nowMs + busyMs });
    const outcome = await fetch(connection, connector, connector.pull, state, context.signal);
    if (outcome.kind === 'failed') return end(connection, state, context, afterFailure(outcome, state));
    const { everyMs } = connector.pull;
    const laterMs = everyMs === undefined ? undefined : clock.nowMs() + everyMs;
    await end(connection, state, context, { pulled: outcome, nextAtMs: outcome.isMore ? 0 : laterMs });
    if (outcome.updates.length > 0) await storeUpdates.note(connectionId, nowMs);
  };

  jobs.define<PullJob>(pullQueue, run, {
    concurrency,
    leaseMs,
    // The job must not end while its connection is active.
    maxAttempts: Number.POSITIVE_INFINITY,
    retryDelayMs: () => jobRetryMs,
  });
};
