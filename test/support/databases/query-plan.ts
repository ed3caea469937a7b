import assert from 'node:assert/strict';
import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from '../../../src/db/index.ts';

/** The steps of SQLite's plan for a query. */
export const planOf = async (db: Database, query: Compilable | CompiledQuery): Promise<string[]> => {
  const compiled = 'compile' in query ? query.compile() : query;
  const explained = { ...compiled, sql: `explain query plan ${compiled.sql}` };
  const { rows } = await db.query.executeQuery(explained as CompiledQuery<{ detail: string }>);
  return rows.map((row) => row.detail);
};

/**
 * One covering index finds the page, and its rows are read by key. Nothing else is read, except the few chats of test
 * runs, which have an index of their own.
 */
export const assertWalksIndex = (plan: string[], index: string): void => {
  const inner = plan.filter((step) => step.includes(index));
  assert.equal(inner.length, 1, plan.join('\n'));
  assert.match(inner[0]!, /^SEARCH .*USING COVERING INDEX/);
  const others = plan.filter((step) => /^(SCAN|SEARCH)/.test(step) && !step.includes(index));
  for (const step of others)
    assert.match(
      step,
      /^(SCAN page|SEARCH \w+ USING (PRIMARY KEY|INDEX sqlite_autoindex|COVERING INDEX conversations_of_test_runs))/,
      plan.join('\n'),
    );
};
