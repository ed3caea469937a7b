import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { createEventLog } from './event-log.ts';
import { createRoundFeed } from './round-feed.ts';

const startedFeed = (roundId: string, attempt: number) => {
  const feed = createRoundFeed(roundId, { attempt });
  feed.append({ type: 'message-start', messageId: roundId, answerId: 'a' });
  return feed;
};

forEachDatabase('a late flush of an ended attempt does not report the next attempt as lost', async (db) => {
  const lost: string[] = [];
  const eventLog = createEventLog({
    db,
    processId: 'here',
    onError: (error) => assert.fail(String(error)),
    onLost: (roundId) => void lost.push(roundId),
  });
  // Both rounds are not in the database, like rounds that another process has.
  eventLog.track(startedFeed('again', 1));
  eventLog.track(startedFeed('gone', 1));
  const flushing = eventLog.flush();
  eventLog.forget('again');
  eventLog.track(startedFeed('again', 2));
  await flushing;
  assert.deepEqual(lost, ['gone']);
  await eventLog.flush();
  assert.deepEqual(lost, ['gone', 'again'], 'the next attempt is still tracked');
});
