import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quickPasswords } from '../../test/support/console/quick-passwords.ts';
import { forEachDatabase, openTestDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createAudit } from '../audit/index.ts';
import type { Database } from '../db/index.ts';
import { createOperatorSessions, operatorSessionMs } from './operator-sessions/operator-sessions.ts';
import { createOperatorTokens } from './operator-tokens.ts';
import { createOperators } from './operators.ts';

const address = '203.0.113.9';
const password = 'correct horse battery';
const origin = { method: 'password', secondFactor: null, address, userAgent: '' } as const;

const prepare = (db: Database) => {
  const clock = createTestClock();
  const tokens = createOperatorTokens({ db, clock });
  const operators = createOperators({
    db,
    clock,
    tokens,
    passwords: quickPasswords,
    audit: createAudit({ db, clock }),
  });
  const add = async (email: string) =>
    operators.create(db.query, { email, name: 'Anna', passwordHash: await operators.hashPassword(password) });
  return { clock, tokens, operators, sessions: createOperatorSessions({ db, clock, tokens }), add };
};

forEachDatabase(
  'a session identifies its operator until it is closed or expires, or the account is disabled',
  async (db) => {
    const { clock, operators, sessions, add } = prepare(db);
    const { id } = await add('Anna@Example.com ');
    const open = async () => (await sessions.open(db.query, { operatorId: id }, origin)).token;

    const closed = await open();
    const identity = await sessions.identify(closed);
    assert.equal(identity?.kind === 'person' && identity.email, 'anna@example.com');
    await sessions.close(db.query, closed);
    assert.equal(await sessions.identify(closed), undefined);

    const outlived = await open();
    clock.advance(operatorSessionMs - 1);
    assert.ok(await sessions.identify(outlived));
    clock.advance(1);
    assert.equal(await sessions.identify(outlived), undefined);

    const disabled = await open();
    await operators.setDisabled(db.query, id, true);
    assert.equal(await sessions.identify(disabled), undefined);
    await operators.setDisabled(db.query, id, false);
    assert.equal(await sessions.identify(disabled), undefined, 'the session stays ended');
  },
);

forEachDatabase('a new password ends the sessions of the old one', async (db) => {
  const { operators, sessions, add } = prepare(db);
  const { id } = await add('anna@example.com');
  const { token } = await sessions.open(db.query, { operatorId: id }, origin);
  await operators.setPassword(db.query, id, {
    passwordHash: await operators.hashPassword('another good one'),
    passwordChosen: true,
  });
  assert.equal(await sessions.identify(token), undefined);
  const signIn = (text: string) =>
    operators.checkPassword({ email: 'anna@example.com', password: text, address });
  await assert.rejects(signIn(password), { kind: 'unauthenticated' });
  assert.equal((await signIn('another good one')).id, id);
});

forEachDatabase('two operators cannot have the same e-mail, in any spelling', async (db) => {
  const { add } = prepare(db);
  await add('anna@example.com');
  await assert.rejects(add('ANNA@example.com'), { kind: 'conflict' });
});

test('an unknown e-mail, a wrong password and a disabled account get the same answer', async () => {
  const { db, release } = await openTestDatabase();
  const { operators, add } = prepare(db);
  await add('anna@example.com');
  const { id } = await add('gone@example.com');
  await operators.setDisabled(db.query, id, true);
  const refusal = (email: string, text: string) =>
    operators.checkPassword({ email, password: text, address }).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  const messages = [
    await refusal('nobody@example.com', password),
    await refusal('anna@example.com', 'wrong'),
    await refusal('gone@example.com', password),
  ];
  assert.deepEqual(new Set(messages), new Set(['The e-mail or the password is wrong']));
  await release();
});
