import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccessTokenError, createAccessTokens } from './access-tokens.ts';

const createIssuer = () => {
  let nowMs = 0;
  let issued = 0;
  const revoked = new Set<string>();
  const tokens = createAccessTokens(() => nowMs);
  const issue = async () => {
    issued += 1;
    return { token: `t-${issued}`, lifetimeMs: 1000 };
  };
  return {
    revoked,
    count: () => issued,
    advance: (ms: number) => {
      nowMs += ms;
    },
    use: (secret = 'a', ask: typeof issue = issue) =>
      tokens.use({
        credentials: ['https://platform.example', secret],
        issue: ask,
        call: async (token) => token,
        isRejected: (token) => revoked.has(token),
      }),
  };
};

test('calls share a token until shortly before its end', async () => {
  const issuer = createIssuer();
  assert.deepEqual(await Promise.all([issuer.use(), issuer.use(), issuer.use()]), ['t-1', 't-1', 't-1']);
  issuer.advance(899);
  assert.equal(await issuer.use(), 't-1');
  issuer.advance(1);
  assert.equal(await issuer.use(), 't-2');
});

test('other credentials get another token', async () => {
  const issuer = createIssuer();
  assert.deepEqual(
    [await issuer.use('a'), await issuer.use('b'), await issuer.use('a')],
    ['t-1', 't-2', 't-1'],
  );
});

test('a rejected token is replaced once for all calls', async () => {
  const issuer = createIssuer();
  await issuer.use();
  issuer.revoked.add('t-1');
  assert.deepEqual(await Promise.all([issuer.use(), issuer.use()]), ['t-2', 't-2']);
  assert.equal(issuer.count(), 2);
  for (const token of ['t-2', 't-3', 't-4']) issuer.revoked.add(token);
  assert.equal(await issuer.use(), 't-3', 'the call is repeated only once');
});

test('a failed request is not kept', async () => {
  const issuer = createIssuer();
  const refuse = () => Promise.reject(new AccessTokenError('The secret is wrong', true));
  await assert.rejects(issuer.use('a', refuse), /secret is wrong/);
  assert.equal(await issuer.use(), 't-1');
});
