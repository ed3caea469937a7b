import assert from 'node:assert/strict';
import type { Database } from '../../../../src/db/index.ts';
import type { Mocks } from '../mocks.ts';

/** Each reply to a left message is one e-mail, which the mail server got. There is at most one duplicate for each kill. */
export const checkMails = async ({ query }: Database, mocks: Mocks, deaths: number): Promise<void> => {
  const mails = await query
    .selectFrom('mails')
    .select(['message_id', 'status', 'human_message_id'])
    .execute();
  const replies = new Set(mails.map((mail) => mail.human_message_id));
  assert.equal(replies.size, mails.length, 'one e-mail for each reply');
  const arrived = mocks.mail.lines().map(({ id }) => id);
  let duplicates = 0;
  for (const { message_id, status } of mails) {
    assert.equal(status, 'sent');
    const times = arrived.filter((id) => id === message_id).length;
    assert.ok(times > 0, 'the e-mail has arrived');
    duplicates += times - 1;
  }
  assert.ok(duplicates <= deaths, 'at most one duplicate e-mail for each kill');
};
