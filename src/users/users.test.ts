import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { seedConversation } from '../../test/support/memory/seed-conversation.ts';
import type { Database } from '../db/index.ts';
import { systemClock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isAnonymousId, newAnonymousId } from './anonymous-id.ts';
import { createUsers } from './users.ts';

const openUsers = async (db: Database) => {
  const moves: object[] = [];
  const seeded = await seedConversation(db, [{ question: 'q', answer: 'a' }]);
  const users = createUsers({
    db,
    clock: systemClock,
    moveMemories: async (_, move) => void moves.push(move),
  });
  return { users, seeded, agentId: seeded.agentId, moves };
};

const property = (name: unknown, value: unknown) => ({ name, value });

forEachDatabase('properties are set, changed, removed and read, for one user of one agent', async (db) => {
  const { users, agentId } = await openUsers(db);
  const other = (await openUsers(db)).agentId;
  await users.setProperties(agentId, 'ada', [property('plan', 'free'), property('city', '上海')]);
  await users.setProperties(agentId, 'ada', [property('plan', 'pro')]);
  await users.setProperties(agentId, 'bob', [property('plan', 'none')]);
  assert.deepEqual(await users.attributes(agentId, 'ada'), { city: '上海', plan: 'pro' });
  assert.deepEqual(await users.attributes(other, 'ada'), {});
  for (const nothing of ['', null, undefined]) {
    await users.setProperties(agentId, 'ada', [property('city', 'x')]);
    const { success } = await users.setProperties(agentId, 'ada', [property('city', nothing)]);
    assert.deepEqual(success, [{ name: 'city', value: '' }]);
    assert.deepEqual(await users.attributes(agentId, 'ada'), { plan: 'pro' });
  }
  assert.deepEqual(await users.properties(agentId, ['bob', 'nobody', 'ada', 'bob']), [
    { userId: 'bob', properties: [{ name: 'plan', value: 'none' }] },
    { userId: 'nobody', properties: [] },
    { userId: 'ada', properties: [{ name: 'plan', value: 'pro' }] },
  ]);
});

forEachDatabase(
  'invalid properties are returned with the violated rule, and valid properties are stored',
  async (db) => {
    const { users, agentId } = await openUsers(db);
    const fine = [property('n'.repeat(64), '😀'.repeat(2000)), property('名', 'x')];
    const bad = [
      property('n'.repeat(65), 'x'),
      property('', 'x'),
      property('  ', 'x'),
      property('a\nb', 'x'),
      property('lone \ud800', 'x'),
      property(5, 'x'),
      property(undefined, 'x'),
      property('a', Number.NaN),
      property('a', Number.POSITIVE_INFINITY),
      property('a', { deep: 1 }),
      property('a', '😀'.repeat(2001)),
      property('a', 'nul \0'),
      property('a', 'lone \udc00'),
    ];
    const { success, fail } = await users.setProperties(agentId, 'ada', [...bad, ...fine]);
    assert.deepEqual(success, fine);
    assert.equal(fail.length, bad.length);
    assert.ok(fail.every(({ reason }) => /^(property_name|value) must/.test(reason)));
    assert.equal(
      fail.find(({ name }) => name === 'a\nb')?.reason,
      'property_name must not contain control characters or invalid Unicode',
    );
    assert.equal(Object.keys(await users.attributes(agentId, 'ada')).length, 2);
  },
);

forEachDatabase('a user has at most a hundred properties, even with parallel calls', async (db) => {
  const { users, agentId } = await openUsers(db);
  const some = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => property(`${prefix}${at}`, 'x'));
  const results = await Promise.all(
    ['a', 'b', 'c'].map((prefix) => users.setProperties(agentId, 'ada', some(prefix, 60))),
  );
  assert.equal(
    results.reduce((sum, { success }) => sum + success.length, 0),
    100,
  );
  assert.equal(Object.keys(await users.attributes(agentId, 'ada')).length, 100);
  const { success, fail } = await users.setProperties(agentId, 'ada', [
    property('a0', 'changed'),
    property('new', 'x'),
  ]);
  assert.deepEqual(success, [{ name: 'a0', value: 'changed' }]);
  assert.match(fail[0]!.reason, /at most 100/);
});

forEachDatabase('an invalid user id is rejected', async (db) => {
  const { users, agentId } = await openUsers(db);
  for (const userId of ['', ' ', 'x'.repeat(33), 'nul \0', 'lone \ud800']) {
    await assert.rejects(users.setProperties(agentId, userId, []), AppError);
    await assert.rejects(users.properties(agentId, [userId]), AppError);
  }
  await users.setProperties(agentId, '😀'.repeat(32), []);
  await assert.rejects(users.properties(agentId, []), AppError);
  await assert.rejects(
    users.properties(
      agentId,
      Array.from({ length: 101 }, (_, at) => `u${at}`),
    ),
    AppError,
  );
});

forEachDatabase(
  'linking a visitor moves conversations, attributes and memory to the user, also if repeated',
  async (db) => {
    const { users, seeded, agentId, moves } = await openUsers(db);
    const guest = newAnonymousId('WIDGET');
    const rounds = [{ question: 'q', answer: 'a' }];
    const { conversationId } = await seedConversation(db, rounds, {
      agent: seeded,
      userId: guest,
      anonymousId: guest,
    });
    await users.setProperties(agentId, guest, [property('plan', 'guest'), property('city', 'Rome')]);
    await users.setProperties(agentId, 'ada', [property('plan', 'pro')]);

    assert.deepEqual(await users.bindAnonymous(agentId, { anonymousId: guest, userId: 'ada' }), {
      conversations: 1,
    });
    assert.deepEqual(await users.attributes(agentId, 'ada'), { city: 'Rome', plan: 'pro' });
    assert.deepEqual(await users.attributes(agentId, guest), {});
    const owners = async () => {
      const conversations = await db.query
        .selectFrom('conversations')
        .select(['user_id', 'anonymous_id'])
        .where('id', '=', conversationId)
        .execute();
      const stored = await db.query
        .selectFrom('rounds')
        .select('user_id')
        .where('conversation_id', '=', conversationId)
        .execute();
      return [...conversations, ...stored].map((row) => row.user_id);
    };
    assert.deepEqual(await owners(), ['ada', 'ada']);
    assert.deepEqual(moves, [{ agentId, fromUserId: guest, toUserId: 'ada' }]);

    assert.deepEqual(await users.bindAnonymous(agentId, { anonymousId: guest, userId: 'ada' }), {
      conversations: 0,
    });
    await assert.rejects(
      users.bindAnonymous(agentId, { anonymousId: guest, userId: 'someone-else' }),
      AppError,
    );
    assert.deepEqual(await owners(), ['ada', 'ada'], 'linked data stays with its user');
  },
);

forEachDatabase(
  'a known user cannot be linked like a visitor, and data of another agent cannot be moved',
  async (db) => {
    const { users, seeded, agentId } = await openUsers(db);
    const guest = newAnonymousId('share');
    const elsewhere = await seedConversation(db, [], { userId: guest });
    for (const [anonymousId, userId] of [
      [seeded.userId, 'ada'],
      ['', 'ada'],
      [guest, ''],
      [guest, 'x'.repeat(33)],
    ] as const)
      await assert.rejects(users.bindAnonymous(agentId, { anonymousId, userId }), AppError);
    await users.bindAnonymous(agentId, { anonymousId: guest, userId: 'ada' });
    const row = await db.query
      .selectFrom('conversations')
      .select('user_id')
      .where('id', '=', elsewhere.conversationId)
      .executeTakeFirstOrThrow();
    assert.equal(row.user_id, guest);
  },
);

test('an anonymous id contains its channel, fits a user id and is unique', () => {
  for (const channel of ['WIDGET', 'EMBED', 'MESSAGING_APP_1_PROVIDER_1', '', '名', '-- --']) {
    const id = newAnonymousId(channel);
    assert.ok(isAnonymousId(id), id);
    assert.ok(id.length <= 32);
    assert.notEqual(newAnonymousId(channel), id);
  }
  assert.match(newAnonymousId('WIDGET'), /^widget-/);
  assert.ok(!isAnonymousId('user-1'));
});
