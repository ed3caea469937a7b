import type { Handle } from '../../db/index.ts';
import type { CaseOrigin } from '../../db/schema/evaluation.ts';
import { type CaseContent, type TestCase, toCase } from './test-case.ts';

export interface NewCase extends CaseContent {
  id: string;
  origin: CaseOrigin;
  sourceConversationId?: string | null;
  sourceRoundId?: string | null;
}

interface Page {
  offset: number;
  limit: number;
}

const rowsAtOnce = 500;

export const countCases = async (db: Handle, setId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('test_cases')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('set_id', '=', setId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The number of cases of each of these sets. */
export const countCasesOf = async (db: Handle, setIds: readonly string[]): Promise<Map<string, number>> => {
  if (setIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('test_cases')
    .select(['set_id', (select) => select.fn.countAll<number>().as('count')])
    .where('set_id', 'in', setIds)
    .groupBy('set_id')
    .execute();
  return new Map(rows.map((row) => [row.set_id, Number(row.count)]));
};

/** Adds them at the end of the set, in their order. */
export const insertCases = async (
  tx: Handle,
  setId: string,
  cases: readonly NewCase[],
  nowMs: number,
): Promise<void> => {
  const last = await tx
    .selectFrom('test_cases')
    .select((select) => select.fn.max('position').as('position'))
    .where('set_id', '=', setId)
    .executeTakeFirstOrThrow();
  const first = Number(last.position ?? 0) + 1;
  for (let at = 0; at < cases.length; at += rowsAtOnce)
    await tx
      .insertInto('test_cases')
      .values(
        cases.slice(at, at + rowsAtOnce).map((one, index) => ({
          id: one.id,
          set_id: setId,
          position: first + at + index,
          name: one.name,
          turns: JSON.stringify(one.turns),
          expectations: JSON.stringify(one.expectations),
          origin: one.origin,
          source_conversation_id: one.sourceConversationId ?? null,
          source_round_id: one.sourceRoundId ?? null,
          created_at: nowMs,
          updated_at: nowMs,
        })),
      )
      .execute();
};

export const findCase = async (db: Handle, setId: string, id: string): Promise<TestCase | undefined> => {
  const row = await db
    .selectFrom('test_cases')
    .selectAll()
    .where('id', '=', id)
    .where('set_id', '=', setId)
    .executeTakeFirst();
  return row && toCase(row);
};

export const listCases = async (db: Handle, setId: string, { offset, limit }: Page): Promise<TestCase[]> => {
  const rows = await db
    .selectFrom('test_cases')
    .selectAll()
    .where('set_id', '=', setId)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toCase);
};

/** False if the case was deleted. */
export const updateCase = async (
  tx: Handle,
  { id, setId }: Pick<TestCase, 'id' | 'setId'>,
  { name, turns, expectations }: CaseContent,
  nowMs: number,
): Promise<boolean> => {
  const changed = await tx
    .updateTable('test_cases')
    .set({
      name,
      turns: JSON.stringify(turns),
      expectations: JSON.stringify(expectations),
      updated_at: nowMs,
    })
    .where('id', '=', id)
    .where('set_id', '=', setId)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
};

/** Returns what was deleted. */
export const deleteCase = async (tx: Handle, setId: string, id: string): Promise<TestCase | undefined> => {
  const row = await tx
    .deleteFrom('test_cases')
    .where('id', '=', id)
    .where('set_id', '=', setId)
    .returningAll()
    .executeTakeFirst();
  return row && toCase(row);
};

/** The files of a set. Few cases have files, and only those are read. */
export const listTurnsWithFiles = async (db: Handle, setId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('test_cases')
    .select('turns')
    .where('set_id', '=', setId)
    .where('turns', 'like', '%"fileId":"%')
    .execute();
  return rows.map(({ turns }) => turns);
};

export const deleteCasesOfSet = async (tx: Handle, setId: string): Promise<void> => {
  await tx.deleteFrom('test_cases').where('set_id', '=', setId).execute();
};

/** Cases with words of a conversation that is erased. Returns their turns. */
export const deleteCasesOfConversations = async (
  tx: Handle,
  conversationIds: readonly string[],
): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('test_cases')
    .where('source_conversation_id', 'in', conversationIds)
    .returning('turns')
    .execute();
  return rows.map(({ turns }) => turns);
};
