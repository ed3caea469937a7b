import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from '../../agents/index.ts';
import { isConnectionLost, lostConnectionDelaysMs } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { asAppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { Log } from '../../lib/log.ts';
import { type FileText, joinFiles, type MadeMemory } from '../../memory/index.ts';
import { describeModelFailure, ModelError } from '../../models/index.ts';
import type { ReplyOutput } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { usedPassages } from '../citations/used-passages.ts';
import { readAhead } from '../context/read-ahead.ts';
import type { EventLog } from '../events/event-log.ts';
import type { DeltaEvent } from '../events/output-event.ts';
import { joinOutputs } from '../present/reply.ts';
import { openSpokenReply } from '../speech/spoken-reply.ts';
import { createTrace } from '../trace.ts';
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

interface RunDependencies extends OpenRunDependencies {
  clock: Clock;
  log: Log;
  eventLog: EventLog;
  settle: SettleRound;
  runTimeoutMs: number;
}

/** Delays before storing the end of a round is tried again (disk full, database away). After the last one the round fails. */
const settleRetriesMs = [100, 500, 2000, 5000, 10_000];

/** How long the end of a round waits for file texts that only memory needs. */
const readingGraceMs = 2000;

const isStopped = (signal: AbortSignal): boolean =>
  signal.reason instanceof RunEnded &&
  (signal.reason.why === 'stopped' || signal.reason.why === 'handed-over');

/** Another process ends the round: nothing more of this run is stored. */
const isGivenUp = (signal: AbortSignal): boolean =>
  signal.reason instanceof RunEnded && (signal.reason.why === 'released' || signal.reason.why === 'lost');

/** Reason of a failure for operators, with details that callers do not get. */
const causeOf = (error: unknown, { reason }: AbortSignal): string | undefined => {
  if (reason instanceof RunEnded)
    return reason.why === 'timeout'
      ? 'The answer took longer than the time limit of the agent'
      : 'The service was stopped while the answer was being written';
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ModelError) return describeModelFailure(cause);
  return undefined;
};

/** Runs admitted rounds: waits for the start, runs the agent, stores the result, sends the last events. */
export const createRunRound = (deps: RunDependencies) => {
  const { meterFor, openRun } = createOpenRun(deps);
  const { db, clock, log, ports, eventLog } = deps;

  /** The result of a stopped run. After a takeover by a person nothing of it is stored. */
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
      log.warn({ err, messageId: live.round.id }, 'the audio of a stopped reply could not be stored');
      return { status: 'stopped', outputs };
    }
  };

  const runAgentOnce = async (
    live: LiveRound,
    run: Omit<AgentRun, 'emit'>,
    { onEvent, isLastTry }: { onEvent: (event: DeltaEvent) => void; isLastTry: boolean },
  ): Promise<Outcome | 'again'> => {
    const { signal } = live.controller;
    // The check of the queue is sent with them.
    const starting = live.waitForStart(signal);
    const ahead = db.kind === 'postgres' && live.agent.kind === 'simple' ? readAhead(run) : undefined;
    const reply = openSpokenReply({ run, onEvent });
    try {
      const hasWaited = await starting;
      if (!hasWaited) reply.run.ahead = ahead;
      if (await deps.handoff.isSilenced(live.round)) live.controller.abort(new RunEnded('handed-over'));
      signal.throwIfAborted();
      const runAgent = live.agent.kind === 'flow' ? runFlowAgent : runSimpleAgent;
      const outputs = await reply.finish(await runAgent(reply.run));
      // The model may have finished at the moment of the stop.
      signal.throwIfAborted();
      return { status: 'done', outputs };
    } catch (error) {
      if (error instanceof RoundTakenError) throw error;
      if (isGivenUp(signal)) throw signal.reason;
      if (isStopped(signal)) return outcomeOfStop(live, run.outputs, reply);
      if (isConnectionLost(error) && !signal.aborted) {
        log.warn({ err: error, messageId: live.round.id }, 'a run lost its connection to the database');
        // The events so far may have been sent, and the events of another attempt have other IDs.
        const hasOutput = live.feed.events.length > 1;
        if (!hasOutput && !isLastTry) return 'again';
        if (hasOutput && live.round.mode !== 'streaming') {
          live.controller.abort(new RunEnded('interrupted'));
          throw signal.reason;
        }
      }
      const failure = asAppError(error);
      if (failure.kind === 'internal') log.error({ err: error, messageId: live.round.id }, 'round failed');
      return { status: 'failed', outputs: [], error: failure, cause: causeOf(error, signal) };
    }
  };

  /** Waits at most `readingGraceMs` for files that are still being read. */
  const waitForReading = async ({ reading }: Pick<AgentRun, 'reading'>): Promise<void> => {
    if (reading.length === 0) return;
    const given = new AbortController();
    const timeUp = delay(readingGraceMs, undefined, { signal: given.signal }).catch(() => undefined);
    await Promise.race([Promise.all(reading), timeUp]);
    given.abort();
  };

  /** Empty if both memories of the agent are off. */
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
        log.warn({ err, messageId }, 'the end of a round could not be stored; retrying');
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    return settle();
  };

  /** Runs the agent, and runs it again if a database connection breaks before the first output. */
  const runAgentWithRetries = async (
    live: LiveRound,
    shared: Pick<AgentRun, 'trace' | 'meter'>,
  ): Promise<{ run: Omit<AgentRun, 'emit'>; outcome: Outcome }> => {
    const { controller, feed } = live;
    const onEvent = (event: DeltaEvent): void => {
      controller.signal.throwIfAborted();
      feed.append(event);
    };
    for (let tries = 0; ; tries++) {
      const run = openRun(live, shared);
      const delayMs = lostConnectionDelaysMs[tries];
      const outcome = await runAgentOnce(live, run, { onEvent, isLastTry: delayMs === undefined });
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
    const { run, outcome } = await runAgentWithRetries(live, { trace, meter }).finally(() =>
      clearTimeout(timer),
    );
    trace.end({ status: outcome.status, error: outcome.error?.message });
    await waitForReading(run);
    const readText = joinFiles(run.read);
    const fileMemories = await rememberFiles(agent, run.read);
    const citations =
      outcome.status === 'failed' ? [] : await usedPassages(run, joinOutputs(outcome.outputs), log);
    faultPoint('round-settling');
    // All database access is inside the retried function: the database may be back at the next attempt.
    const stored = await settleWithRetries(round.id, async () => {
      const usage = await meter.total();
      const loggedCount = await eventLog.takeOver(round.id);
      return deps.settle({
        round,
        agent,
        owner: deps.processId,
        outcome,
        usage,
        hasReserved: meter.hasReserved,
        modelName: meter.modelName ?? (await ports.models.forAgent(agent)).name,
        citations,
        steps: trace.steps,
        transcript: run.transcripts.join('\n'),
        readText,
        fileMemories,
        pause: outcome.status === 'done' ? run.waiting.pause : undefined,
        unlogged: feed.events.slice(loggedCount),
        loggedCount,
        endedAtMs: clock.nowMs(),
      });
    });
    faultPoint('round-committed');
    // Sent only after it is on disk: a client that received the end finds it again after a crash.
    await db.durable();
    faultPoint('round-durable');
    for (const event of lastEvents(stored)) feed.append(event);
    faultPoint('round-sent');
    return stored;
  };
};
