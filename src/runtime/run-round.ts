import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { HandoffRequest } from '../handoff/index.ts';
import type { Clock } from '../lib/clock.ts';
import { asAppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import type { Log } from '../lib/log.ts';
import { describeModelFailure, ModelError } from '../models/index.ts';
import { reserveCredits } from '../usage/index.ts';
import type { AgentPorts, AgentRun } from './agent-run.ts';
import type { EventLog } from './event-log.ts';
import { runFlowAgent } from './flow-agent.ts';
import type { Handoff, RetrievedChunk } from './ports.ts';
import type { ReplyOutput, ToldEvent } from './reply-events.ts';
import type { Round } from './round.ts';
import type { RoundFeed } from './round-feed.ts';
import { addReservation, holdAttempt, type OwnAttempt } from './round-store.ts';
import {
  lastEvents,
  type Outcome,
  RoundTakenError,
  type Settlement,
  type SettleRound,
  textOfEvents,
} from './settle-round.ts';
import { runSimpleAgent } from './simple-agent.ts';
import { openSpokenReply } from './spoken-reply.ts';
import { createTrace } from './trace.ts';
import type { Trial } from './trial.ts';
import { createUsageMeter, type UsageMeter } from './usage-meter.ts';

/** `released`: this process stops, and another one runs the round again. `lost`: another process has the round. */
type WhyEnded = 'stopped' | 'handed-over' | 'timeout' | 'shutdown' | 'released' | 'lost';

/** Why a run was ended from outside; the reason of its abort signal. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
  readonly why: WhyEnded;
  constructor(why: WhyEnded) {
    super(`The run was ended: ${why}`);
    this.why = why;
  }
}

export interface LiveRound {
  round: Round;
  agent: Agent;
  feed: RoundFeed;
  controller: AbortController;
  waitForTurn: (signal: AbortSignal) => Promise<void>;
  /** Done when the round is on the disk, where it has been acknowledged by then. */
  stored: Promise<void>;
  /** Called when the round has ended. */
  releaseFiles?: (() => void) | undefined;
  /** Set when an operator tries the agent out. */
  trial?: Trial;
}

interface RunDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  ports: AgentPorts;
  eventLog: EventLog;
  settle: SettleRound;
  handoff: Handoff;
  processId: string;
  /** Done when it is certain whether the other processes take this one for dead. Then its rounds are aborted. */
  confirmRegistration(): Promise<void>;
  runTimeoutMs: number;
}

/** A disk that is full or a database that is gone may come back; after these the client is told of a failure. */
const settleRetriesMs = [100, 500, 2000, 5000, 10_000];

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
    tell: (event: ToldEvent) => void,
  ): Promise<Outcome> => {
    const { signal } = live.controller;
    const reply = openSpokenReply({ run, tell });
    try {
      await live.waitForTurn(signal);
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
      const told = asAppError(error);
      if (told.kind === 'internal') log.error({ err: error, messageId: live.round.id }, 'round failed');
      return { status: 'failed', outputs: [], error: told, cause: causeOf(error, signal) };
    }
  };

  const ownAttempt = ({ id, attempt }: Round): OwnAttempt => ({ id, attempt, owner: deps.processId });

  /** Another process has the round. Throwing rolls back the transaction that found out. */
  const giveUp = ({ round, controller }: LiveRound): never => {
    controller.abort(new RunEnded('lost'));
    throw new RoundTakenError(round.id);
  };

  const meterFor = (live: LiveRound): UsageMeter => {
    const { agent, round } = live;
    return createUsageMeter({
      agent,
      reservedNano: round.reservedNano,
      countTokens: ports.models.countTokens,
      reserveMore: (nano) =>
        db.transaction(async (tx) => {
          if (!(await reserveCredits(tx, round.workspaceId, nano))) return false;
          if (!(await addReservation(tx, ownAttempt(round), nano))) giveUp(live);
          faultPoint('credits-reserving');
          return true;
        }),
    });
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

  return async (live: LiveRound): Promise<Settlement> => {
    const { round, agent, controller, feed } = live;
    const trace = createTrace(round, live.trial?.onStep);
    const citations: RetrievedChunk[] = [];
    const meter = meterFor(live);
    const heard: string[] = [];
    const read: string[] = [];
    let handedOver: Promise<HandoffRequest> | undefined;
    let handoffOutcome: HandoffRequest | undefined;
    const runTimeoutMs = agent.settings.limits.runTimeoutMs ?? deps.runTimeoutMs;
    const timer = setTimeout(() => controller.abort(new RunEnded('timeout')), runTimeoutMs);
    const tell = (event: ToldEvent): void => {
      controller.signal.throwIfAborted();
      feed.append(event);
    };
    const run: Omit<AgentRun, 'emit'> = {
      agent,
      round,
      signal: controller.signal,
      trace,
      meter,
      citations,
      heard,
      read,
      said: [],
      stored: live.stored,
      requireOwned: async () => {
        await deps.confirmRegistration();
        controller.signal.throwIfAborted();
      },
      handoff: {
        isPossible: deps.handoff.isPossible(agent, round),
        request: async () => {
          handedOver ??= deps.handoff.request({
            ...{ agent, conversationId: round.conversationId, triggerRoundId: round.id },
            trigger: agent.kind === 'flow' ? 'flow' : 'tool',
            requireRound: async (tx) => {
              if (!(await holdAttempt(tx, db.kind, ownAttempt(round)))) giveUp(live);
            },
            soFar: {
              ...{ heard: heard.join('\n'), read: read.join('\n\n') },
              answer: textOfEvents(feed.events),
            },
          });
          handoffOutcome = await handedOver;
        },
        get outcome() {
          return handoffOutcome;
        },
      },
      ports,
      draft: live.trial?.draft,
    };
    const outcome = await speak(live, run, tell).finally(() => clearTimeout(timer));
    trace.end({ status: outcome.status, error: outcome.error?.message });
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
        citations: outcome.status === 'failed' ? [] : citations,
        steps: trace.steps,
        heardText: heard.join('\n'),
        readText: read.join('\n\n'),
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
