import assert from 'node:assert/strict';
import { quickPasswords } from '../../test/support/console/quick-passwords.ts';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createAudit } from '../audit/index.ts';
import type { Database } from '../db/index.ts';
import { createInvitations } from './invitations.ts';
import { createOperatorSessions } from './operator-sessions/operator-sessions.ts';
import { createOperatorTokens } from './operator-tokens.ts';
import { createOperators } from './operators.ts';
import { createResetLinks } from './reset-links.ts';

const dayMs = 24 * 3600 * 1000;
const origin = { method: 'password', secondFactor: null, address: '203.0.113.9', userAgent: '' } as const;
const by = { name: 'owner@example.com', id: 'the-owner' };

const prepare = async (db: Database) => {
  const clock = createTestClock();
  const tokens = createOperatorTokens({ db, clock });
  const audit = createAudit({ db, clock });
  const operators = createOperators({ db, clock, tokens, audit, passwords: quickPasswords });
  for (const id of ['w1', 'w2']) {
    const row = { id, name: id, balance_nano: null, reserved_nano: 0, created_at: 0 };
    await db.query.insertInto('workspaces').values(row).execute();
  }
  const invitations = createInvitations({ db, clock, operators });
  const invite = (email: string, workspaceId = 'w1') =>
    invitations.create(db.query, { workspaceId, email, role: 'editor', by });
  const register = (token: string) =>
    db.transaction((tx) => invitations.register(tx, { token, name: 'Anna', passwordHash: 'quick$chosen' }));
  /** How owners added people before invitations existed. */
  const addOld = async (email: string, workspaceId: string) => {
    const { id } = await operators.create(db.query, { email, name: 'Old', passwordHash: 'quick$known' });
    await operators.setRole(db.query, id, { workspaceId, role: 'viewer' });
    return { id, email };
  };
  const resetLinks = createResetLinks({ db, clock, operators });
  const sessions = createOperatorSessions({ db, clock, tokens });
  const rolesOf = async (operatorId: string) =>
    (await operators.memberships(db.query, operatorId)).map(
      ({ role, workspaceId }) => `${role} in ${workspaceId}`,
    );
  return { clock, operators, sessions, rolesOf, invitations, resetLinks, invite, register, addOld };
};

forEachDatabase('a link creates one account with the invited role, once', async (db) => {
  const { invitations, operators, rolesOf, invite, register } = await prepare(db);
  const { token, invitation } = await invite(' Anna@Example.com');
  assert.ok(!JSON.stringify(invitation).includes(token), 'only its hash is stored');
  const [first, second] = await Promise.allSettled([register(token), register(token)]);
  assert.deepEqual([first.status, second.status].sort(), ['fulfilled', 'rejected']);
  const anna = await operators.findByEmail(db.query, 'anna@example.com');
  assert.deepEqual(await rolesOf(anna!.id), ['editor in w1']);
  assert.equal((await invitations.list('w1', { offset: 0, limit: 9 })).total, 0);
  await assert.rejects(invitations.open(db.query, token), { kind: 'notFound' });
});

forEachDatabase(
  'a link becomes invalid after seven days, after a renewal and after a withdrawal',
  async (db) => {
    const { clock, invitations, invite } = await prepare(db);
    const first = await invite('anna@example.com');
    clock.advance(7 * dayMs - 1);
    assert.ok(await invitations.open(db.query, first.token));
    clock.advance(1);
    await assert.rejects(invitations.open(db.query, first.token), { kind: 'notFound' });

    const where = { id: first.invitation.id, workspaceId: 'w1' };
    await assert.rejects(invitations.renew(db.query, { ...where, workspaceId: 'w2' }, by), {
      kind: 'notFound',
    });
    const second = await invitations.renew(db.query, where, by);
    assert.equal(second.invitation.id, first.invitation.id);
    const third = await invite('anna@example.com');
    assert.equal((await invitations.list('w1', { offset: 0, limit: 9 })).total, 1);
    await assert.rejects(invitations.open(db.query, second.token), { kind: 'notFound' });
    assert.ok(await invitations.open(db.query, third.token));

    await invitations.withdraw(db.query, where);
    await assert.rejects(invitations.open(db.query, third.token), { kind: 'notFound' });
  },
);

forEachDatabase('an existing account joins only after the person accepts', async (db) => {
  const { invitations, operators, rolesOf, invite, register, addOld } = await prepare(db);
  const anna = await addOld('anna@example.com', 'w2');
  const ben = await addOld('ben@example.com', 'w2');
  const { token } = await invite('anna@example.com');
  await assert.rejects(register(token), { kind: 'conflict' });
  const accept = (person: typeof anna) => db.transaction((tx) => invitations.accept(tx, token, person));
  await assert.rejects(accept(ben), /is for anna@example\.com/);
  await assert.rejects(accept(anna), /Choose a new password/);
  await operators.setPassword(db.query, anna.id, { passwordHash: 'quick$own', passwordChosen: true });
  await accept(anna);
  assert.deepEqual(await rolesOf(anna.id), ['editor in w1', 'viewer in w2']);
  await assert.rejects(invite('anna@example.com'), /belongs to this workspace already/);
});

forEachDatabase('an account without any role is deleted with all its data', async (db) => {
  const { operators, sessions, resetLinks, addOld } = await prepare(db);
  const { id } = await addOld('anna@example.com', 'w1');
  await operators.setRole(db.query, id, { workspaceId: 'w2', role: 'viewer' });
  const { token } = await sessions.open(db.query, { operatorId: id }, origin);
  await operators.rememberBrowser(db.query, { operatorId: id, browser: undefined });
  await resetLinks.create(db.query, id);
  assert.deepEqual(await operators.removeFrom(db.query, id, 'w1'), { isAccountDeleted: false });
  assert.ok(await sessions.identify(token));
  assert.deepEqual(await operators.removeFrom(db.query, id, 'w2'), { isAccountDeleted: true });
  assert.equal(await sessions.identify(token), undefined);
  assert.equal(await operators.findByEmail(db.query, 'anna@example.com'), undefined);
  for (const table of ['operator_sessions', 'operator_browsers', 'operator_reset_links'] as const)
    assert.deepEqual(await db.query.selectFrom(table).select('sha256').execute(), [], table);
});

forEachDatabase('removing the last two roles at the same time deletes the account', async (db) => {
  const { operators, addOld } = await prepare(db);
  const { id } = await addOld('anna@example.com', 'w1');
  await operators.setRole(db.query, id, { workspaceId: 'w2', role: 'viewer' });
  await Promise.all(
    ['w1', 'w2'].map((workspace) => db.transaction((tx) => operators.removeFrom(tx, id, workspace))),
  );
  assert.equal(await operators.findByEmail(db.query, 'anna@example.com'), undefined);
});

forEachDatabase('a reset link sets a password once, and ends sessions and the previous link', async (db) => {
  const { clock, operators, sessions, resetLinks, addOld } = await prepare(db);
  const { id } = await addOld('anna@example.com', 'w1');
  const { token: session } = await sessions.open(db.query, { operatorId: id }, origin);
  const old = await resetLinks.create(db.query, id);
  const { token } = await resetLinks.create(db.query, id);
  const use = (link: string) => db.transaction((tx) => resetLinks.use(tx, link, 'quick$new'));
  await assert.rejects(use(old.token), { kind: 'notFound' });
  const [first, second] = await Promise.allSettled([use(token), use(token)]);
  assert.deepEqual([first.status, second.status].sort(), ['fulfilled', 'rejected']);
  assert.equal(await sessions.identify(session), undefined);
  assert.equal((await operators.findByEmail(db.query, 'anna@example.com'))?.passwordHash, 'quick$new');

  const late = await resetLinks.create(db.query, id);
  clock.advance(dayMs);
  await assert.rejects(use(late.token), { kind: 'notFound' });
});
