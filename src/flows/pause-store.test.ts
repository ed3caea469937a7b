import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { sweepPauses } from './pause-store.ts';

forEachDatabase('expired pauses are removed, however many there are, and the others stay', async (db) => {
  const nowMs = Date.UTC(2030, 0, 2);
  const pause = (number: number, expiresAtMs: number) => ({
    round_id: `round ${number}`,
    conversation_id: 'conversation',
    sequence: number,
    flow_version: 1,
    draft_sha256: null,
    state: '{}',
    expires_at: expiresAtMs,
  });
  // Without the rounds, which the pauses refer to.
  if (db.kind === 'sqlite') await sql`pragma foreign_keys = off`.execute(db.query);
  else await sql`alter table flow_pauses disable trigger all`.execute(db.query);
  const rows = Array.from({ length: 501 }, (_, number) => pause(number, nowMs - 1));
  await db.query
    .insertInto('flow_pauses')
    .values([...rows, pause(501, nowMs)])
    .execute();
  assert.equal(await sweepPauses(db.query, nowMs), 501);
  const left = await db.query.selectFrom('flow_pauses').select('round_id').execute();
  assert.deepEqual(left, [{ round_id: 'round 501' }]);
});
