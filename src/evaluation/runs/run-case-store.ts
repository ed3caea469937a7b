import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import { type RunCase, toRunCase } from './test-run.ts';

/** Copies the cases of the set. Returns their number. */
export const copyCases = async (tx: Handle, run: { id: string; setId: string }): Promise<number> => {
  await sql`
    insert into test_run_cases (run_id, number, case_id, name, turns, expectations, passed, failed, errors)
    select ${run.id}, row_number() over (order by position, id), id, name, turns, expectations, 0, 0, 0
    from test_cases where set_id = ${run.setId}`.execute(tx);
  const { count } = await tx
    .selectFrom('test_run_cases')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('run_id', '=', run.id)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The next cases with attempts that have not ended, in their order. */
export const unfinishedCases = async (
  db: Handle,
  { runId, repeats, after, limit }: { runId: string; repeats: number; after: number; limit: number },
): Promise<RunCase[]> => {
  const rows = await db
    .selectFrom('test_run_cases')
    .selectAll()
    .where('run_id', '=', runId)
    .where('number', '>', after)
    .where(sql<boolean>`passed + failed + errors < ${repeats}`)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(toRunCase);
};

export const countCaseAttempt = async (
  tx: Handle,
  { runId, number }: Pick<RunCase, 'runId' | 'number'>,
  status: 'passed' | 'failed' | 'error',
): Promise<void> => {
  await tx
    .updateTable('test_run_cases')
    .set((eb) => ({
      passed: eb('passed', '+', status === 'passed' ? 1 : 0),
      failed: eb('failed', '+', status === 'failed' ? 1 : 0),
      errors: eb('errors', '+', status === 'error' ? 1 : 0),
    }))
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .execute();
};

/** Cases whose every attempt passed. */
export const countPassedCases = async (tx: Handle, runId: string, repeats: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('test_run_cases')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('passed', '>=', repeats)
    .executeTakeFirstOrThrow();
  return Number(count);
};

interface Compared {
  runId: string;
  /** Null: no other run. */
  baseRunId: string | null;
}

export type CaseChange = 'regressed' | 'improved' | 'same' | 'new';

/** A case passes if all its attempts passed. */
const passes = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('passed')} > 0 and ${column('failed')} + ${column('errors')} = 0)`;
};

const isEnded = sql`(one.passed + one.failed + one.errors > 0)`;

const changeOf = sql<CaseChange>`case
  when base.case_id is null then 'new'
  when ${passes('base')} and ${isEnded} and not ${passes('one')} then 'regressed'
  when not ${passes('base')} and ${passes('one')} then 'improved'
  else 'same' end`;

const compared = (db: Handle, { runId, baseRunId }: Compared) =>
  db
    .selectFrom('test_run_cases as one')
    .leftJoin('test_run_cases as base', (join) =>
      join.onRef('base.case_id', '=', 'one.case_id').on('base.run_id', '=', baseRunId ?? ''),
    )
    .where('one.run_id', '=', runId);

/** Cases that passed in the other run and do not pass in this one. */
export const countRegressions = async (db: Handle, runs: Compared): Promise<number> => {
  const { count } = await compared(db, runs)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(sql<boolean>`${changeOf} = 'regressed'`)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export type CaseFilter = 'all' | 'not-passed' | 'failed' | 'error' | 'regressed' | 'improved' | 'passed';

const conditions: Record<CaseFilter, ReturnType<typeof sql<boolean>>> = {
  all: sql<boolean>`1 = 1`,
  'not-passed': sql<boolean>`one.failed + one.errors > 0`,
  failed: sql<boolean>`one.failed > 0`,
  error: sql<boolean>`one.errors > 0`,
  regressed: sql<boolean>`${changeOf} = 'regressed'`,
  improved: sql<boolean>`${changeOf} = 'improved'`,
  passed: sql<boolean>`${passes('one')}`,
};

/** Regressions first, then cases that failed, those without a result, and the others. */
const order = sql<number>`case when ${changeOf} = 'regressed' then 0
  when one.failed > 0 then 1 when one.errors > 0 then 2 when not ${isEnded} then 4 else 3 end`;

/** A case of a run beside the same case of another run. */
export interface ComparedCase extends RunCase {
  change: CaseChange;
  base: { passed: number; failed: number; errors: number } | null;
}

export const listComparedCases = async (
  db: Handle,
  runs: Compared,
  filter: CaseFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ cases: ComparedCase[]; total: number }> => {
  const found = compared(db, runs).where(conditions[filter]);
  const { total } = await found
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('one')
    .select([
      'base.passed as base_passed',
      'base.failed as base_failed',
      'base.errors as base_errors',
      changeOf.as('change'),
    ])
    .orderBy(order)
    .orderBy('one.number')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    total: Number(total),
    cases: rows.map((row) => ({
      ...toRunCase(row),
      change: row.change,
      base:
        row.base_passed === null
          ? null
          : {
              passed: row.base_passed,
              failed: row.base_failed ?? 0,
              errors: row.base_errors ?? 0,
            },
    })),
  };
};

export const findRunCase = async (
  db: Handle,
  runId: string,
  number: number,
): Promise<RunCase | undefined> => {
  const row = await db
    .selectFrom('test_run_cases')
    .selectAll()
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && toRunCase(row);
};

/** Copies of a case in runs, with its results: the words of a user are erased. */
export const deleteCopiesOfConversations = async (
  tx: Handle,
  conversationIds: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('test_run_cases')
    .where('case_id', 'in', (from) =>
      from.selectFrom('test_cases').select('id').where('source_conversation_id', 'in', conversationIds),
    )
    .execute();
};
