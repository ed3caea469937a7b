import { randomBytes } from 'node:crypto';
import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';

const name = 'file-links';

/** What links are signed with: made once, kept in the database, the same in every process. */
export const readLinkSecret = async ({ db, clock }: { db: Database; clock: Clock }): Promise<Buffer> => {
  const find = () =>
    db.query.selectFrom('service_secrets').select('value').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return Buffer.from(known.value, 'base64');
  const value = randomBytes(32).toString('base64');
  // Two processes may be first at once; the one that was is right.
  await db.query
    .insertInto('service_secrets')
    .values({ name, value, created_at: clock.nowMs() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return Buffer.from((await find())!.value, 'base64');
};
