import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passkeyProblem } from './public-origin.ts';

test('browsers offer passkeys on https and on localhost, never for an IP address', () => {
  const problemOf = (origin: string) => passkeyProblem({ origin, id: new URL(origin).hostname });
  assert.equal(problemOf('https://desk.example.com'), null);
  assert.equal(problemOf('http://localhost:8787'), null);
  assert.equal(problemOf('http://desk.localhost:8787'), null);
  assert.equal(problemOf('http://desk.example.com'), 'insecure');
  assert.equal(problemOf('http://127.0.0.1:8787'), 'ip-address');
  assert.equal(problemOf('https://[2001:db8::1]'), 'ip-address');
});
