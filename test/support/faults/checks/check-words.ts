import assert from 'node:assert/strict';
import { testApiKey, testOperatorToken } from '../../service/service.ts';
import { webhookSecrets } from '../installation.ts';

const secrets = [testApiKey, testOperatorToken, ...webhookSecrets];

/** A line of a stack trace. */
const stackLine = /\n\s*at .*[\w)]:\d+:\d+|\bnode:internal\/|\/src\/[\w/-]+\.ts/;

/** Replies and logs contain no secrets, and replies contain no internals of the service. */
export const checkWords = (replies: readonly string[], output: string): void => {
  for (const secret of secrets) {
    assert.ok(!output.includes(secret), 'no secret in the log');
    for (const reply of replies) assert.ok(!reply.includes(secret), 'no secret in a reply');
  }
  for (const reply of replies) {
    assert.doesNotMatch(reply, stackLine);
    assert.doesNotMatch(
      reply,
      /upstream stack|Slow down|Fault at|SQLITE_|SqliteError|DatabaseError|duplicate key/,
    );
  }
};
