import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../lib/errors.ts';
import { createPendingFiles } from './pending-files.ts';

const visitor = { workspaceId: 'w', userId: 'visitor:v' };

test('a visitor may have two pending messages full of files, and more when one is answered', () => {
  const enter = createPendingFiles();
  const release = enter(visitor, 9);
  enter(visitor, 9);
  assert.throws(
    () => enter(visitor, 1),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 40008);
      assert.ok(error.retryAfterSeconds! > 0);
      assert.match(error.message, /18 files of earlier messages/);
      return true;
    },
  );
  enter(visitor, 0);
  enter({ ...visitor, userId: 'visitor:other' }, 9);
  release();
  release();
  enter(visitor, 9);
  assert.throws(() => enter(visitor, 1), /Too many files/);
});

test('a single message is never rejected, and users of the API are not limited', () => {
  const enter = createPendingFiles(3);
  enter(visitor, 9);
  const user = { workspaceId: 'w', userId: 'user:a:somebody' };
  for (let number = 0; number < 5; number += 1) enter(user, 9);
});
