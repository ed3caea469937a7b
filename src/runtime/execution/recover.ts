import type { Agent } from '../../agents/index.ts';
import { type Database, repeatWhenLost } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { Log } from '../../lib/log.ts';
import {
  deleteEvents,
  findOpenRound,
  findRound,
  listOpenRoundsOf,
  listOpenRoundsOfOthers,
  listUnregisteredRounds,
  type OpenRound,
  outlivesProcess,
  type Round,
  readLog,
  takeOverRound,
  toRound,
} from '../../rounds/index.ts';
import { capUsage, noTokens, priceUsage, withModelPrice } from '../../usage/index.ts';
import type { RoundQueue } from '../admission/round-queue.ts';
import { createRoundFeed } from '../events/round-feed.ts';
import type { ModelChoice } from '../ports.ts';
import type { LiveRound, WhyEnded } from './live-round.ts';
import { RoundTakenError, type Settlement, type SettleRound, textOfEvents } from './settle-round.ts';

interface RecoveryDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  agents: { find(id: string): Promise<Agent | undefined> };
  models: ModelChoice;
  settle: SettleRound;
  roundQueue: RoundQueue;
  processId: string;
  restart(round: LiveRound): void;
  onFailed(roundId: string): void;
}

/** A round that has ended two processes would probably end the next one too. */
const mostLostProcesses = 2;

/**
 * Handles rounds whose process died. Nobody waits for the reply of a blocking or streaming round any more, so
 * it fails with 50000, and its output is charged. A webhook round is owed to its receiver: it is taken over and runs
 * again from the start, once. If that run loses its process too, the round fails and the failure is delivered.
 * Attempts that a planned stop ended do not count.
 */
export const createRecovery = (deps: RecoveryDependencies) => {
  const { db, clock, log } = deps;

  const fail = async (row: OpenRound, round: Round, agent: Agent): Promise<void> => {
    faultPoint('round-failing');
    const events = (await readLog(db.query, row.id))?.events ?? [];
    const said = textOfEvents(events);
    const tokens =
      said === ''
        ? noTokens()
        : { ...noTokens(), completionTokens: deps.models.countTokens(said), estimated: true };
    const model = await deps.models.forAgent(agent);
    const prices = withModelPrice(agent.settings.prices, model.price);
    const settlement: Settlement = {
      round,
      agent,
      owner: row.owner,
      outcome: { status: 'failed', outputs: [], error: new AppError('internal'), isCut: true },
      usage: capUsage(priceUsage(tokens, prices), row.reserved_nano),
      hasReserved: true,
      modelName: model.name,
      citations: [],
      steps: [],
      // A process that died before its first flush has logged nothing, not even the start.
      unlogged:
        events.length === 0 ? [{ type: 'message-start', messageId: row.id, answerId: row.answer_id }] : [],
      loggedCount: events.length,
      endedAtMs: clock.nowMs(),
    };
    // A second attempt after a commit finds the round ended, which is a RoundTakenError.
    await repeatWhenLost(() => deps.settle(settlement));
  };

  /** The next attempt, or undefined if the round has ended or another process has it. */
  const takeOver = (row: OpenRound): Promise<number | undefined> => {
    let tries = 0;
    return repeatWhenLost(() =>
      db.transaction(async (tx) => {
        tries += 1;
        const taken = await takeOverRound(tx, { ...row, newOwner: deps.processId });
        if (taken !== undefined) await deleteEvents(tx, row.id);
        if (taken !== undefined || tries === 1) return taken;
        // The connection may have broken after the commit: then the next attempt is already ours.
        const now = await findRound(tx, row.id);
        const isOurs = now?.owner === deps.processId && now.attempt === row.attempt + 1;
        return isOurs && now.status === 'running' ? now.attempt : undefined;
      }),
    );
  };

  const runAgain = async (row: OpenRound, round: Round, agent: Agent): Promise<void> => {
    const attempt = await takeOver(row);
    if (attempt === undefined) return;
    faultPoint('round-retaken');
    const feed = createRoundFeed(row.id, { attempt, joinsTexts: round.mode !== 'streaming' });
    feed.append({ type: 'message-start', messageId: row.id, answerId: row.answer_id });
    const waitForStart = deps.roundQueue.register({ ...round, attempt });
    deps.restart({
      round: { ...round, attempt },
      agent,
      feed,
      controller: new AbortController(),
      waitForStart,
      stored: Promise.resolve(),
    });
  };

  const recoverOne = async (row: OpenRound, isAnswerAwaited = false): Promise<void> => {
    const agent = await deps.agents.find(row.agent_id);
    if (!agent) return;
    const round = toRound(row);
    try {
      const mayRunAgain = row.attempt - row.releases < mostLostProcesses && !agent.deleted;
      if ((outlivesProcess(row.mode) || isAnswerAwaited) && mayRunAgain) await runAgain(row, round, agent);
      else await fail(row, round, agent);
    } catch (err) {
      if (!(err instanceof RoundTakenError)) throw err;
    }
  };

  /**
   * Ends a round that nobody runs because its end could not be stored. True if it has ended now. It does not run
   * again, not even for a webhook: the cause may prevent storing the end every time.
   */
  const recoverAbandoned = async (roundId: string): Promise<boolean> => {
    try {
      const row = await findOpenRound(db.query, roundId);
      // On PostgreSQL another process may have taken it over and run it.
      if (db.kind === 'postgres' && row?.owner !== deps.processId) return true;
      const agent = row && (await deps.agents.find(row.agent_id));
      if (row && agent) await fail(row, toRound(row), agent);
      return true;
    } catch (err) {
      return err instanceof RoundTakenError;
    }
  };

  const recoverAll = async (rows: readonly OpenRound[]): Promise<{ failed: number }> => {
    let failed = 0;
    for (const row of rows)
      await recoverOne(row).catch((err) => {
        log.error({ err, messageId: row.id }, 'an interrupted round could not be recovered');
        failed += 1;
        deps.onFailed(row.id);
      });
    if (rows.length > 0) log.info({ rounds: rows.length - failed }, 'recovered rounds of a dead process');
    return { failed };
  };

  /** Ends or restarts the rounds of a dead process. Without a name: all that are not ours. */
  const recover = async (deadProcessId?: string): Promise<{ failed: number }> =>
    recoverAll(
      deadProcessId === undefined
        ? await listOpenRoundsOfOthers(db.query, deps.processId)
        : await listOpenRoundsOf(db.query, deadProcessId),
    );

  /**
   * The same for rounds whose process has no registration: it was considered dead, accepted them after it woke up, and
   * died before it had registered again.
   */
  const recoverUnregistered = async (): Promise<{ failed: number }> =>
    recoverAll(await listUnregisteredRounds(db.query, deps.processId));

  /**
   * For a run that this process has aborted: ends or restarts its round, unless another process has it. The caller
   * of an interrupted blocking round is still waiting, and has received nothing.
   */
  const recoverOwn = async (
    { id, attempt, mode }: Pick<Round, 'id' | 'attempt' | 'mode'>,
    why: Extract<WhyEnded, 'lost' | 'interrupted'>,
  ): Promise<void> => {
    const isAnswerAwaited = why === 'interrupted' && mode === 'blocking';
    try {
      const row = await findOpenRound(db.query, id);
      if (row?.owner === deps.processId && row.attempt === attempt) await recoverOne(row, isAnswerAwaited);
    } catch (err) {
      log.error({ err, messageId: id }, 'an aborted round could not be recovered');
      deps.onFailed(id);
    }
  };

  return { recover, recoverUnregistered, recoverAbandoned, recoverOwn };
};
