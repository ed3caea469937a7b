import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** The few chats of test runs in progress, which every list of conversations leaves out. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`create index conversations_of_test_runs on conversations (agent_id, id) where channel = 'TEST_RUN'`)
    .execute(db);
};
