import { sql } from 'kysely';
import type { Database } from '../../../src/db/index.ts';
import type { TestService } from '../service/service.ts';

const dayMs = 24 * 60 * 60 * 1000;

const times = {
  conversations: ['recent_chat_at', 'created_at'],
  rounds: ['created_at', 'ended_at'],
  human_sessions: ['created_at', 'closed_at', 'changed_at'],
  human_messages: ['created_at'],
  deliveries: ['created_at', 'ended_at'],
  files: ['created_at'],
  idempotency_keys: ['created_at'],
};

/** Makes everything that users and people wrote so far this many days older. */
export const ageData = async (db: Database, days: number): Promise<void> => {
  for (const [table, columns] of Object.entries(times)) {
    const changes = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${days * dayMs}`);
    await sql`update ${sql.table(table)} set ${sql.join(changes)}`.execute(db.query);
  }
};

/** Runs the data retention of all agents to its end. */
export const runRetention = async ({ app }: TestService): Promise<void> => {
  await app.rooms.agentRetention.startRuns();
  await app.rooms.jobs.idle();
};
