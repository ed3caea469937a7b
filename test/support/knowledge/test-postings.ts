import { type TestContext, test } from 'node:test';
import type { Agent } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import { openTestDatabase } from '../databases/databases.ts';
import { skipWithout } from '../runner/test-groups.ts';
import { openKnowledge, type TestKnowledge } from './open-knowledge.ts';

export interface PostingsTest {
  db: Database;
  /** Its jobs do not run. */
  bench: TestKnowledge;
  agent: Agent;
}

/** A test of the stored keyword index: on PostgreSQL, with an agent without knowledge. */
export const testPostings = (
  name: string,
  work: (opened: PostingsTest, context: TestContext) => Promise<void>,
): void => {
  test(name, { skip: skipWithout('postgres') }, async (context) => {
    const { db, release } = await openTestDatabase('postgres');
    const bench = await openKnowledge(db, { start: false });
    try {
      await work({ db, bench, agent: await bench.newAgent() }, context);
    } finally {
      await bench.close();
      await release();
    }
  });
};
