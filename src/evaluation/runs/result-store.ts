import type { Handle } from '../../db/index.ts';
import { type TestResult, toResult } from './test-run.ts';

/** An attempt of a case in a run. */
export interface AttemptKey {
  runId: string;
  number: number;
  repeat: number;
}

/** False if the attempt exists already. */
export const insertAttempt = async (
  tx: Handle,
  { runId, number, repeat }: AttemptKey,
  { conversationId, nowMs }: { conversationId: string; nowMs: number },
): Promise<boolean> => {
  const row = await tx
    .insertInto('test_results')
    .values({
      run_id: runId,
      number,
      repeat,
      status: 'running',
      conversation_id: conversationId,
      outcomes: '[]',
      rounds: '[]',
      error: null,
      cost_nano: 0,
      duration_ms: 0,
      started_at: nowMs,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('repeat')
    .executeTakeFirst();
  return row !== undefined;
};

/** False if another process has taken the attempt over. */
export const endAttempt = async (
  tx: Handle,
  { runId, number, repeat }: AttemptKey,
  conversationId: string,
  result: Pick<TestResult, 'status' | 'outcomes' | 'rounds' | 'error' | 'costNano' | 'durationMs'> & {
    nowMs: number;
  },
): Promise<boolean> => {
  const row = await tx
    .updateTable('test_results')
    .set({
      status: result.status,
      outcomes: JSON.stringify(result.outcomes),
      rounds: JSON.stringify(result.rounds),
      error: result.error === null ? null : JSON.stringify(result.error),
      cost_nano: result.costNano,
      duration_ms: result.durationMs,
      ended_at: result.nowMs,
    })
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .where('repeat', '=', repeat)
    .where('status', '=', 'running')
    .where('conversation_id', '=', conversationId)
    .returning('repeat')
    .executeTakeFirst();
  return row !== undefined;
};

/** The attempts of these cases that have ended. */
export const endedRepeats = async (
  db: Handle,
  runId: string,
  numbers: readonly number[],
): Promise<Map<number, Set<number>>> => {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('test_results')
    .select(['number', 'repeat'])
    .where('run_id', '=', runId)
    .where('number', 'in', numbers)
    .where('status', '<>', 'running')
    .execute();
  const grouped = Map.groupBy(rows, ({ number }) => number);
  return new Map([...grouped].map(([number, ended]) => [number, new Set(ended.map(({ repeat }) => repeat))]));
};

/** Test chats that are not erased yet: of attempts in progress, and of a process that died. */
export const listConversations = async (
  db: Handle,
  runId: string,
): Promise<(AttemptKey & { conversationId: string })[]> => {
  const rows = await db
    .selectFrom('test_results')
    .select(['number', 'repeat', 'conversation_id'])
    .where('run_id', '=', runId)
    .where('conversation_id', 'is not', null)
    .execute();
  return rows.map((row) => ({
    runId,
    number: row.number,
    repeat: row.repeat,
    conversationId: row.conversation_id!,
  }));
};

/**
 * The test chat of an attempt was erased. An attempt without a result is removed, so that it can be repeated; true if
 * there was one.
 */
export const forgetConversation = async (
  tx: Handle,
  { runId, number, repeat, conversationId }: AttemptKey & { conversationId: string },
): Promise<boolean> => {
  const interrupted = await tx
    .deleteFrom('test_results')
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .where('repeat', '=', repeat)
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'running')
    .returning('repeat')
    .executeTakeFirst();
  if (interrupted) return true;
  await tx
    .updateTable('test_results')
    .set({ conversation_id: null })
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .where('repeat', '=', repeat)
    .where('conversation_id', '=', conversationId)
    .execute();
  return false;
};

export const listResults = async (db: Handle, runId: string, number: number): Promise<TestResult[]> => {
  const rows = await db
    .selectFrom('test_results')
    .selectAll()
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .where('status', '<>', 'running')
    .orderBy('repeat')
    .execute();
  return rows.map(toResult);
};
