import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from '../agents/index.ts';
import { isConnectionLost, lostConnectionDelaysMs } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { asAppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import type { Log } from '../lib/log.ts';
import { type FileText, joinFiles, type MadeMemory } from '../memory/index.ts';
import { describeModelFailure, ModelError } from '../models/index.ts';
import type { ReplyOutput } from '../rounds/index.ts';
import type { AgentRun } from './agent-run.ts';
import type { EventLog } from './event-log.ts';
import { runFlowAgent } from './flow-agent.ts';
import { type LiveRound, RunEnded } from './live-round.ts';
import { createOpenRun, type OpenRunDependencies } from './open-run.ts';
import {
  lastEvents,
  type Outcome,
  RoundTakenError,
  type Settlement,
  type SettleRound,
  textOfEvents,
} from './settle-round.ts';
import { runSimpleAgent } from './simple-agent.ts';
import { openSpokenReply } from './speech/spoken-reply.ts';
import type { ToldEvent } from './spoken-event.ts';
import { createTrace } from './trace.ts';

interface RunDependencies extends OpenRunDependencies {
  clock: Clock;
  log: Log;
  eventLog: EventLog;
  settle: SettleRound;
  runTimeoutMs: number;
}

/** A disk that is full or a database that is gone may come back; after these the client is told of a failure. */
const settleRetriesMs = [100, 500, 2000, 5000, 10_000];

/** How long the end of a round waits for texts that are only for the memory. */
const readingGraceMs = 2000;

const isStopped = (signal: AbortSignal): boolean =>
  signal.reason instanceof RunEnded &&
  (signal.reason.why === 'stopped' || signal.reason.why === 'handed-over');

/** The round is not for this process to end: nothing more of the run is stored. */
const isGivenUp = (signal: AbortSignal): boolean =>
  signal.reason instanceof RunEnded && (signal.reason.why === 'released' || signal.reason.why === 'lost');

/** Why a round failed, in words for operators, where more is known than callers are told. */
const causeOf = (error: unknown, { reason }: AbortSignal): string | undefined => {
  if (reason instanceof RunEnded)
    return reason.why === 'timeout'
      ? 'The answer took longer than the longest run of the agent'
      : 'The service was stopped while the answer was being written';
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ModelError) return describeModelFailure(cause);
  return undefined;
};

/** Runs admitted rounds: waits for the turn, lets the agent speak, stores what came of it, tells the end. */
export const createRunRound = (deps: RunDependencies) => {
  const { meterFor, openRun } = createOpenRun(deps);
  const { db, clock, log, ports, eventLog } = deps;

  /** What a stopped run leaves. A person who took over silences it: then nothing of it stays anyway. */
  const outcomeOfStop = async (
    live: LiveRound,
    said: ReplyOutput[],
    reply: ReturnType<typeof openSpokenReply>,
  ): Promise<Outcome> => {
    const { agent, feed, controller } = live;
    const text = textOfEvents(feed.events);
    const outputs =
      agent.kind === 'flow' ? said : [{ text, branch: '', componentName: agent.name, audio: [] }];
    if ((controller.signal.reason as RunEnded).why === 'handed-over') return { status: 'stopped', outputs };
    try {
      return { status: 'stopped', outputs: await reply.stop(outputs) };
    } catch (err) {
      log.warn({ err, messageId: live.round.id }, 'the sound of a stopped reply could not be kept');
      return { status: 'stopped', outputs };
    }
  };

  const speak = async (
    live: LiveRound,
    run: Omit<AgentRun, 'emit'>,
    { tell, isLastTry }: { tell: (event: ToldEvent) => void; isLastTry: boolean },
  ): Promise<Outcome | 'again'> => {
    const { signal } = live.controller;
    const reply = openSpokenReply({ run, tell });
    try {
      await live.waitForStart(signal);
      if (await deps.handoff.isSilenced(live.round)) live.controller.abort(new RunEnded('handed-over'));
      signal.throwIfAborted();
      const runAgent = live.agent.kind === 'flow' ? runFlowAgent : runSimpleAgent;
      const outputs = await reply.finish(await runAgent(reply.run));
      // The model may have ended by itself in the moment it was told to stop.
      signal.throwIfAborted();
      return { status: 'done', outputs };
    } catch (error) {
      if (error instanceof RoundTakenError) throw error;
      if (isGivenUp(signal)) throw signal.reason;
      if (isStopped(signal)) return outcomeOfStop(live, run.said, reply);
      if (isConnectionLost(error) && !signal.aborted) {
        log.warn({ err: error, messageId: live.round.id }, 'a run lost its connection to the database');
        // The events so far may have been sent. The events of another attempt have other ids.
        const hasSpoken = live.feed.events.length > 1;
        if (!hasSpoken && !isLastTry) return 'again';
        if (hasSpoken && live.round.mode !== 'streaming') {
          live.controller.abort(new RunEnded('interrupted'));
          throw signal.reason;
        }
      }
      const told = asAppError(error);
      if (told.kind === 'internal') log.error({ err: error, messageId: live.round.id }, 'round failed');
      return { status: 'failed', outputs: [], error: told, cause: causeOf(error, signal) };
    }
  };

  /** Reading began before the model was called; the reply does not wait long for the rest of it. */
  const waitForReading = async ({ reading }: Pick<AgentRun, 'reading'>): Promise<void> => {
    if (reading.length === 0) return;
    const given = new AbortController();
    const timeUp = delay(readingGraceMs, undefined, { signal: given.signal }).catch(() => undefined);
    await Promise.race([Promise.all(reading), timeUp]);
    given.abort();
  };

  /** Nothing where the agent remembers nothing. */
  const rememberFiles = async (agent: Agent, files: readonly FileText[]): Promise<MadeMemory[]> => {
    const { shortTerm, longTerm } = agent.settings.memory;
    return files.length > 0 && (shortTerm || longTerm) ? ports.memory.readFiles(files) : [];
  };

  const settleWithRetries = async (
    messageId: string,
    settle: () => Promise<Settlement>,
  ): Promise<Settlement> => {
    for (const delayMs of settleRetriesMs)
      try {
        return await settle();
      } catch (err) {
        if (err instanceof RoundTakenError) throw err;
        log.warn({ err, messageId }, 'the end of a round could not be stored, trying again');
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    return settle();
  };

  /** Runs the agent, and runs it again if a connection to the database breaks before it has said anything. */
  const speakInTries = async (
    live: LiveRound,
    shared: Pick<AgentRun, 'trace' | 'meter'>,
  ): Promise<{ run: Omit<AgentRun, 'emit'>; outcome: Outcome }> => {
    const { controller, feed } = live;
    const tell = (event: ToldEvent): void => {
      controller.signal.throwIfAborted();
      feed.append(event);
    };
    for (let tries = 0; ; tries++) {
      const run = openRun(live, shared);
      const delayMs = lostConnectionDelaysMs[tries];
      const outcome = await speak(live, run, { tell, isLastTry: delayMs === undefined });
      if (outcome !== 'again') return { run, outcome };
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  };

  return async (live: LiveRound): Promise<Settlement> => {
    const { round, agent, controller, feed } = live;
    const trace = createTrace(round, live.trial?.onStep);
    const meter = meterFor(live);
    const runTimeoutMs = agent.settings.limits.runTimeoutMs ?? deps.runTimeoutMs;
    const timer = setTimeout(() => controller.abort(new RunEnded('timeout')), runTimeoutMs);
    const { run, outcome } = await speakInTries(live, { trace, meter }).finally(() => clearTimeout(timer));
    trace.end({ status: outcome.status, error: outcome.error?.message });
    await waitForReading(run);
    const readText = joinFiles(run.read);
    const fileMemories = await rememberFiles(agent, run.read);
    faultPoint('round-settling');
    // Everything that asks the database belongs to a try: it may be away now and back at the next one.
    const stored = await settleWithRetries(round.id, async () => {
      const usage = await meter.total();
      const loggedCount = await eventLog.takeOver(round.id);
      return deps.settle({
        round,
        agent,
        owner: deps.processId,
        outcome,
        usage,
        modelName: meter.modelName ?? ports.models.forAgent(agent).name,
        citations: outcome.status === 'failed' ? [] : run.citations,
        steps: trace.steps,
        heardText: run.heard.join('\n'),
        readText,
        fileMemories,
        unlogged: feed.events.slice(loggedCount),
        loggedCount,
        endedAtMs: clock.nowMs(),
      });
    });
    faultPoint('round-committed');
    // The end is told after it is safe: a client that saw it finds it again after any crash.
    await db.durable();
    faultPoint('round-durable');
    for (const event of lastEvents(stored)) feed.append(event);
    faultPoint('round-told');
    return stored;
  };
};
