import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import type { Log } from '../lib/log.ts';
import { capUsage, noTokens, priceUsage } from '../usage/index.ts';
import type { ModelChoice } from './ports.ts';
import type { Round } from './round.ts';
import { createRoundFeed } from './round-feed.ts';
import { deleteEvents, type RoundRow, readLog, takeOverRound } from './round-store.ts';
import type { LiveRound } from './run-round.ts';
import { RoundTakenError, type SettleRound, textOfEvents } from './settle-round.ts';
import type { TurnQueue } from './turn-queue.ts';

interface RecoveryDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  agents: { find(id: string): Promise<Agent | undefined> };
  models: ModelChoice;
  settle: SettleRound;
  turns: TurnQueue;
  processId: string;
  restart(round: LiveRound): void;
  onFailed(roundId: string): void;
}

const toRound = (row: RoundRow, channel: string): Round => ({
  id: row.id,
  answerId: row.answer_id,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  conversationId: row.conversation_id,
  userId: row.user_id,
  channel,
  sequence: row.sequence,
  apiVersion: row.api_version,
  mode: row.mode,
  question: JSON.parse(row.question),
  request: JSON.parse(row.request),
  reservedNano: row.reserved_nano,
  attempt: row.attempt,
  createdAtMs: row.created_at,
});

/** A round that has ended two processes would probably end the next one too. */
const mostLostProcesses = 2;

/**
 * What to do with rounds whose process died. Nobody waits for the answer of a blocking or streaming one any more, so
 * it fails with 50000; what it had said is charged. A webhook round is owed to its receiver: it is taken over and run
 * again from the start, once. When that run loses its process too, the round fails and the failure is delivered.
 * Attempts that a planned stop ended do not count.
 */
export const createRecovery = (deps: RecoveryDependencies) => {
  const { db, clock, log } = deps;

  const fail = async (row: RoundRow, round: Round, agent: Agent): Promise<void> => {
    faultPoint('round-failing');
    const events = (await readLog(db.query, row.id))?.events ?? [];
    const said = textOfEvents(events);
    const tokens =
      said === ''
        ? noTokens()
        : { ...noTokens(), completionTokens: deps.models.countTokens(said), estimated: true };
    await deps.settle({
      round,
      agent,
      owner: row.owner,
      outcome: { status: 'failed', outputs: [], error: new AppError('internal'), isCut: true },
      usage: capUsage(priceUsage(tokens, agent.settings.prices), row.reserved_nano),
      modelName: deps.models.forAgent(agent).name,
      citations: [],
      steps: [],
      // A process that died before its first flush has logged nothing, not even the start.
      unlogged:
        events.length === 0 ? [{ type: 'message-start', messageId: row.id, answerId: row.answer_id }] : [],
      loggedCount: events.length,
      endedAtMs: clock.nowMs(),
    });
  };

  const runAgain = async (row: RoundRow, round: Round, agent: Agent): Promise<void> => {
    const attempt = await db.transaction(async (tx) => {
      const taken = await takeOverRound(tx, { ...row, newOwner: deps.processId });
      if (taken !== undefined) await deleteEvents(tx, row.id);
      return taken;
    });
    if (attempt === undefined) return;
    faultPoint('round-retaken');
    const feed = createRoundFeed(row.id, attempt);
    feed.append({ type: 'message-start', messageId: row.id, answerId: row.answer_id });
    const waitForTurn = deps.turns.register({ ...round, attempt });
    deps.restart({
      round: { ...round, attempt },
      agent,
      feed,
      controller: new AbortController(),
      waitForTurn,
      stored: Promise.resolve(),
    });
  };

  const recoverOne = async (row: RoundRow & { channel: string }): Promise<void> => {
    const agent = await deps.agents.find(row.agent_id);
    if (!agent) return;
    const round = toRound(row, row.channel);
    try {
      const mayRunAgain = row.attempt - row.releases < mostLostProcesses && !agent.deleted;
      if (row.mode === 'webhook' && mayRunAgain) await runAgain(row, round, agent);
      else await fail(row, round, agent);
    } catch (err) {
      if (!(err instanceof RoundTakenError)) throw err;
    }
  };

  const runningRounds = () =>
    db.query
      .selectFrom('rounds')
      .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
      .selectAll('rounds')
      .select('conversations.channel')
      .where('rounds.status', '=', 'running');

  /**
   * Ends a round nobody runs, whose end could not be stored when it came. True when it has one now. It is not run
   * again, not even for a webhook: what kept its end from being stored may do so every time.
   */
  const recoverAbandoned = async (roundId: string): Promise<boolean> => {
    try {
      const row = await runningRounds().where('rounds.id', '=', roundId).executeTakeFirst();
      // On PostgreSQL another process may have taken it over and run it.
      if (db.kind === 'postgres' && row?.owner !== deps.processId) return true;
      const agent = row && (await deps.agents.find(row.agent_id));
      if (row && agent) await fail(row, toRound(row, row.channel), agent);
      return true;
    } catch (err) {
      return err instanceof RoundTakenError;
    }
  };

  /** Ends or restarts what a dead process left open. Without a name: whatever is not ours. */
  const recover = async (deadProcessId?: string): Promise<{ failed: number }> => {
    const rows = await runningRounds()
      .where((eb) =>
        deadProcessId === undefined
          ? eb('rounds.owner', '!=', deps.processId)
          : eb('rounds.owner', '=', deadProcessId),
      )
      .orderBy('rounds.conversation_id')
      .orderBy('rounds.sequence')
      .execute();
    let failed = 0;
    for (const row of rows)
      await recoverOne(row).catch((err) => {
        log.error({ err, messageId: row.id }, 'a cut round could not be recovered');
        failed += 1;
        deps.onFailed(row.id);
      });
    if (rows.length > 0)
      log.info({ rounds: rows.length - failed }, 'rounds that another process left were recovered');
    return { failed };
  };

  /** Of a run that this process has aborted: ends or restarts its round, unless another process has it by now. */
  const recoverOwn = async ({ id, attempt }: Pick<Round, 'id' | 'attempt'>): Promise<void> => {
    try {
      const row = await runningRounds().where('rounds.id', '=', id).executeTakeFirst();
      if (row?.owner === deps.processId && row.attempt === attempt) await recoverOne(row);
    } catch (err) {
      log.error({ err, messageId: id }, 'an aborted round could not be recovered');
      deps.onFailed(id);
    }
  };

  return { recover, recoverAbandoned, recoverOwn };
};
