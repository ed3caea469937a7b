import type { Agent } from '../agents/index.ts';
import type { Conversations } from '../conversations/index.ts';
import { type Database, repeatWhenLost } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import type { Log } from '../lib/log.ts';
import type { RateLimiter } from '../lib/rate-limiter.ts';
import type { Round } from '../rounds/index.ts';
import {
  findCitations,
  findRound,
  findStopRequests,
  outlivesProcess,
  type RoundRow,
  readLog,
  releaseRound,
  requestStop,
} from '../rounds/index.ts';
import { type Admission, createAdmit } from './admission/admit.ts';
import { createArrivals } from './admission/arrivals.ts';
import { createRoundQueue } from './admission/round-queue.ts';
import type { SendInput } from './admission/send-input.ts';
import type { AgentPorts } from './agent-run.ts';
import { findEarlierRound } from './caller/earlier-round.ts';
import { createEventLog } from './events/event-log.ts';
import { createFollow } from './events/follow.ts';
import { createRoundFeed, type RoundFeed } from './events/round-feed.ts';
import { type LiveRound, RunEnded } from './execution/live-round.ts';
import { createRecovery } from './execution/recover.ts';
import { createRunRound } from './execution/run-round.ts';
import {
  createSettleRound,
  failureEvent,
  RoundTakenError,
  type Settlement,
} from './execution/settle-round.ts';
import { acceptedKinds } from './files/accepted-kinds.ts';
import type { Attachments } from './files/attachments.ts';
import { createPendingFiles } from './files/pending-files.ts';
import type { Handoff, Outbox } from './ports.ts';
import { type Reply, replyOfRow, replyOfSettlement } from './present/reply.ts';

export interface RuntimeDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  agents: { find(id: string): Promise<Agent | undefined> };
  conversations: Conversations;
  attachments: Attachments;
  ports: AgentPorts;
  outbox: Outbox;
  handoff: Handoff;
  rateLimiter: RateLimiter;
  processId: string;
  /** Resolves when it is certain whether other processes consider this one dead. Then its rounds are aborted. */
  confirmRegistration(): Promise<void>;
  runTimeoutMs: number;
}

/** An accepted round: by this call, or by an earlier one with the same idempotency key. */
export interface Sent {
  messageId: string;
  answerId: string;
  conversationId: string;
  createdAtMs: number;
}

/** Data of an existing round for a route. */
interface StoredRound {
  apiVersion: RoundRow['api_version'];
  /** Set if a person got the message instead of the agent. */
  humanSessionId: string | null;
}

const stopPollMs = 500;
const abandonedPollMs = 1000;

export const createRuntime = (deps: RuntimeDependencies) => {
  const { db, log } = deps;
  const live = new Map<string, LiveRound & { ended: Promise<Settlement | undefined> }>();
  /** Rounds that may be open in the database although they do not run here: storing something of them failed. */
  const abandoned = new Set<string>();
  const arrive = createArrivals();
  const roundQueue = createRoundQueue(db);
  const eventLog = createEventLog({
    db,
    processId: deps.processId,
    onError: (err) => log.warn({ err }, 'reply events could not be logged'),
    onLost: (roundId) => live.get(roundId)?.controller.abort(new RunEnded('lost')),
  });
  const admit = createAdmit({
    db,
    clock: deps.clock,
    conversations: deps.conversations,
    models: deps.ports.models,
    flows: deps.ports.flows,
    attachments: deps.attachments,
    arrive,
    roundQueue,
    handoff: deps.handoff,
    memory: deps.ports.memory,
    rateLimiter: deps.rateLimiter,
    pendingFiles: createPendingFiles(),
    processId: deps.processId,
    onUncertain: (roundId) => void abandoned.add(roundId),
  });
  const settle = createSettleRound({
    db,
    memory: deps.ports.memory,
    outbox: deps.outbox,
    handoff: deps.handoff,
  });
  const runRound = createRunRound({ ...deps, eventLog, settle });
  const follow = createFollow({ db, feedOf: (roundId) => live.get(roundId)?.feed });

  /** The run is over but its end was not sent: another process stored it, or it could not be stored. */
  const appendStoredEnd = async ({ round, feed }: LiveRound, why?: RunEnded['why']): Promise<void> => {
    // Recovery decides the result, which readers find in the log.
    if (why === 'interrupted') return feed.close();
    const log = await repeatWhenLost(() => readLog(db.query, round.id)).catch(() => undefined);
    // The round runs again: clients resume and get the next attempt.
    const runsAgain =
      log && (log.attempt !== feed.attempt || (outlivesProcess(round.mode) && log.status === 'running'));
    if (runsAgain) return feed.close();
    for (const event of log?.events.slice(feed.events.length) ?? []) feed.append(event);
    feed.append(failureEvent(new AppError('internal'), true));
  };

  const release = ({ round: { id, attempt } }: LiveRound): Promise<void> =>
    repeatWhenLost(() => releaseRound(db.query, { id, attempt, owner: deps.processId })).catch((err) =>
      // The next process runs it again, but counts this attempt as lost.
      log.warn({ err, messageId: id }, 'a round could not be released'),
    );

  const run = async (one: LiveRound): Promise<Settlement | undefined> => {
    let why: RunEnded['why'] | undefined;
    try {
      return await runRound(one);
    } catch (err) {
      if (err instanceof RunEnded) why = err.why;
      if (!(err instanceof RoundTakenError || err instanceof RunEnded)) {
        log.error({ err, messageId: one.round.id }, 'round could not be stored');
        abandoned.add(one.round.id);
      }
      if (why === 'released') await release(one);
      await appendStoredEnd(one, why);
      return undefined;
    } finally {
      roundQueue.leave(one.round.conversationId, one.round.sequence);
      eventLog.forget(one.round.id);
      live.delete(one.round.id);
      one.releaseFiles?.();
      if (why === 'lost' || why === 'interrupted') await recoverOwn(one.round, why);
    }
  };

  const start = (one: LiveRound): void => {
    eventLog.track(one.feed);
    live.set(one.round.id, { ...one, ended: run(one) });
  };

  /** Messages that are becoming rounds: the service does not stop in between. */
  const arriving = new Set<Promise<unknown>>();
  const admitted = async (input: SendInput): Promise<Admission> => {
    const admission = admit(input);
    arriving.add(admission);
    try {
      return await admission;
    } finally {
      arriving.delete(admission);
    }
  };

  const send = async (input: SendInput): Promise<Sent> => {
    const admission = await admitted(input);
    if (admission.repeated) {
      // The first call may have stored it just now, and not on disk yet.
      await db.durable();
      const earlier = await repeatWhenLost(() => findRound(db.query, admission.roundId));
      if (!earlier) throw new AppError('conversationNotFound');
      return sentOf(earlier);
    }
    faultPoint('message-stored');
    const { round, waitForStart, releaseFiles } = admission;
    if (!waitForStart) {
      await db.durable();
      return sentOfRound(round);
    }
    const feed = createRoundFeed(round.id, { joinsTexts: round.mode !== 'streaming' });
    feed.append({ type: 'message-start', messageId: round.id, answerId: round.answerId });
    const one: LiveRound = {
      round,
      agent: input.agent,
      feed,
      controller: new AbortController(),
      waitForStart,
      // Blocking calls acknowledge nothing until the end, which waits for the disk itself.
      stored: input.mode === 'blocking' ? Promise.resolve() : db.durable(),
      releaseFiles,
      trial: input.trial,
    };
    start(one);
    await one.stored;
    faultPoint('message-acknowledged');
    return sentOfRound(round);
  };

  const citationsOf = async (messageId: string) =>
    (await repeatWhenLost(() => findCitations(db.query, [messageId]))).get(messageId) ?? [];

  /** The complete reply, when it is available. Fails like the round. */
  const replyOf = async (messageId: string): Promise<Reply> => {
    const settlement = await live.get(messageId)?.ended;
    if (settlement?.outcome.error) throw settlement.outcome.error;
    if (settlement) return replyOfSettlement(settlement);
    await follow.untilEnded(messageId);
    const row = (await repeatWhenLost(() => findRound(db.query, messageId)))!;
    if (row.error_code !== null) throw failureOf(row);
    return replyOfRow(row, await citationsOf(messageId));
  };

  /** Immediately here, in another process at its next check. */
  const stopRound = async (messageId: string): Promise<void> => {
    const one = live.get(messageId);
    if (one) one.controller.abort(new RunEnded('stopped'));
    else await requestStop(db.query, messageId);
  };

  const stop = async (agent: Agent, messageId: string): Promise<void> => {
    await requireRound(agent, messageId);
    await stopRound(messageId);
  };

  const requireRound = async (agent: Agent, messageId: string): Promise<StoredRound> => {
    const row = await findRound(db.query, messageId);
    if (!row || row.agent_id !== agent.id)
      throw new AppError('notFound', 'message_id: this agent has no such message');
    return { apiVersion: row.api_version, humanSessionId: row.human_session_id };
  };

  // Runs in other processes are stopped through the database. Their later output is not stored.
  deps.handoff.onStarted((conversationId, triggerRoundId) => {
    for (const { round, controller } of live.values())
      if (
        round.conversationId === conversationId &&
        round.id !== triggerRoundId &&
        deps.handoff.covers(round)
      )
        controller.abort(new RunEnded('handed-over'));
  });

  const { recover, recoverUnregistered, recoverAbandoned, recoverOwn } = createRecovery({
    ...deps,
    models: deps.ports.models,
    settle,
    roundQueue,
    restart: start,
    onFailed: (roundId) => void abandoned.add(roundId),
  });

  // Others would wait for such a round as long as this process lives.
  const endAbandoned = async (): Promise<void> => {
    for (const id of abandoned) if (live.has(id) || (await recoverAbandoned(id))) abandoned.delete(id);
  };
  const abandonedPoll = setInterval(() => void endAbandoned(), abandonedPollMs).unref();

  // Another process may have requested to stop one of our rounds.
  const stopRequested = async (): Promise<void> => {
    if (live.size === 0) return;
    const ids = await findStopRequests(db.query, deps.processId).catch(() => []);
    for (const id of ids) live.get(id)?.controller.abort(new RunEnded('stopped'));
  };
  const stopPoll =
    db.kind === 'postgres' ? setInterval(() => void stopRequested(), stopPollMs).unref() : undefined;

  return {
    /** Called when a request to send a message arrives, before its body is read. */
    arrive,
    send,
    /** For files that do not arrive with a message. */
    attachments: deps.attachments,
    replyOf,
    stop,
    stopRound,
    requireRound,
    /** What a call that names an earlier round needs of it. Undefined if the agent has no such round. */
    findEarlier: (agent: Agent, messageId: string) => findEarlierRound(db.query, agent, messageId),
    /** The kinds of files a message to the agent may have. */
    acceptedKinds: (agent: Agent) => acceptedKinds(agent, deps.ports),
    /** A round's events from its start: live or from the log. */
    feed: (messageId: string): Promise<RoundFeed> => follow.feed(messageId),
    /** Handles the rounds of dead processes. */
    recover,
    recoverUnregistered,
    /**
     * The other processes considered this one dead. All rounds are aborted and nothing of them is stored. Those
     * that were not taken over, because they arrived later, are treated like those of a dead process.
     */
    abandonRounds: (): void => {
      for (const { controller } of live.values()) controller.abort(new RunEnded('lost'));
    },
    get liveCount(): number {
      return live.size;
    },
    /**
     * Waits for running rounds. Unfinished rounds that outlive the process are left: the next process runs
     * them again. Nobody waits for the reply of the others after this, so they fail.
     */
    close: async (graceMs: number): Promise<void> => {
      clearInterval(stopPoll);
      clearInterval(abandonedPoll);
      const underWay = () => [...arriving, ...[...live.values()].map(({ ended }) => ended)];
      const allEnded = async (): Promise<void> => {
        // An arriving message has become a round meanwhile.
        while (underWay().length > 0) await Promise.allSettled(underWay());
      };
      const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
      await Promise.race([allEnded(), passed(graceMs)]);
      for (const { round, controller } of live.values())
        controller.abort(new RunEnded(outlivesProcess(round.mode) ? 'released' : 'shutdown'));
      await Promise.race([allEnded(), passed(2000)]);
    },
  };
};

const sentOfRound = ({ id, answerId, conversationId, createdAtMs }: Round): Sent => ({
  messageId: id,
  answerId,
  conversationId,
  createdAtMs,
});

const sentOf = (row: RoundRow): Sent => ({
  messageId: row.id,
  answerId: row.answer_id,
  conversationId: row.conversation_id,
  createdAtMs: row.created_at,
});

/** The failures of a round with their own text. */
const publicFailures = [new AppError('insufficientCredits'), new AppError('rateLimited')];

const failureOf = (row: RoundRow): AppError => {
  const known = publicFailures.find(({ code }) => code === row.error_code);
  return known ? new AppError(known.kind, row.error_message ?? undefined) : new AppError('internal');
};

export type Runtime = ReturnType<typeof createRuntime>;
