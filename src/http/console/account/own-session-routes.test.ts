import assert from 'node:assert/strict';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

forEachDatabase(
  'an operator lists their sessions with browsers, and the current one is marked',
  async (db) => {
    const { asNew, call, clock } = await createTestConsole(db);
    const first = await asNew('viewer');
    clock.advance(5 * 60_000);
    const body = { email: 'viewer@example.com', password: 'password of viewer@example.com' };
    const { cookie } = await call('POST', '/session', body, { 'user-agent': firefox });
    clock.advance(60_000);
    const { body: listed } = await call('GET', '/sessions', undefined, { cookie: cookie! });
    assert.deepEqual(
      listed.items.map((item: Record<string, unknown>) => [
        item.isCurrent,
        item.browser,
        item.browserName,
        item.operatingSystem,
        item.method,
      ]),
      [
        [true, 'Firefox 133 on Windows', 'Firefox 133', 'Windows', 'password'],
        [false, 'Unknown browser', null, null, 'password'],
      ],
    );
    assert.equal(listed.items[0].lastSeenAt, new Date(clock.nowMs()).toISOString());
    assert.equal(listed.items[0].address, '127.0.0.1');
    assert.ok(!JSON.stringify(listed).includes(cookie!.split('=')[1]!), 'the secret is not shown');
    assert.equal((await first('GET', '/sessions')).body.items.length, 2);
  },
);

forEachDatabase('an operator can end their own sessions, but not those of others', async (db) => {
  const { asNew, signIn, asToken } = await createTestConsole(db);
  const here = await asNew('viewer');
  const there = await signIn('viewer@example.com', 'password of viewer@example.com');
  const otherOperator = await asNew('editor');
  const idOf = async (call: typeof here): Promise<string> =>
    (await call('GET', '/sessions')).body.items.find((item: { isCurrent: boolean }) => item.isCurrent).id;

  const foreign = await here('DELETE', `/sessions/${await idOf(otherOperator)}`);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 40000]);
  assert.equal((await otherOperator('GET', '/session')).status, 200);

  assert.equal((await here('DELETE', `/sessions/${await idOf(there)}`)).status, 204);
  assert.equal((await there('GET', '/session')).status, 401);

  await signIn('viewer@example.com', 'password of viewer@example.com');
  await signIn('viewer@example.com', 'password of viewer@example.com');
  assert.deepEqual((await here('DELETE', '/sessions')).body, { ended: 2 });
  assert.equal((await here('GET', '/sessions')).body.items.length, 1);
  assert.equal((await otherOperator('GET', '/session')).status, 200);
  const log = await asToken('GET', '/audit?action=session.end');
  assert.equal(log.body.total, 2);
});

forEachDatabase('a session opened with an operator token is listed under the token', async (db) => {
  const { call, asToken, operatorToken } = await createTestConsole(db);
  const { cookie } = await call('POST', '/session', { token: operatorToken });
  const [session] = (await asToken('GET', '/sessions')).body.items;
  assert.deepEqual([session.method, session.isCurrent], ['token', false]);
  const own = await call('GET', '/sessions', undefined, { cookie: cookie! });
  assert.equal(own.body.items[0].isCurrent, true);
  assert.deepEqual((await asToken('DELETE', '/sessions')).body, { ended: 1 });
  assert.equal((await call('GET', '/sessions', undefined, { cookie: cookie! })).status, 401);
});
