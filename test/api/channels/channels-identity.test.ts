import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userHash } from '../../../src/channels/index.ts';
import { conversationOf, openVisit, type Visit } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testApiKey, testService, withService } from '../../support/service/service.ts';

const identitySecret = 'a secret between site and service';
const hashOf = (userId: string): string => userHash(userId, identitySecret);

const say = async (visit: Visit, text: string): Promise<string> => {
  const answer = await visit.send(text);
  assert.equal(answer.status, 200, answer.text);
  return conversationOf(answer);
};

/** Calls with ids of another visitor's data. None may find it. */
const refusals = async (thief: Visit, own: Visit, conversationId: string) => {
  const [question, answer] = await own.read(conversationId);
  const calls: [string, 'GET' | 'POST', string, object?][] = [
    ['history', 'GET', `/conversations/${conversationId}/messages`],
    ['before', 'GET', `/conversations?before=${conversationId}`],
    ['send', 'POST', '/messages', { conversation_id: conversationId, text: 'Hello?' }],
    ['stream', 'GET', `/messages/${question.message_id}/stream`],
    ['stop', 'POST', `/messages/${question.message_id}/stop`],
    ['citations', 'GET', `/messages/${question.message_id}/citations`],
    ['feedback', 'POST', `/answers/${answer.answer_id}/feedback`, { rating: 'BAD' }],
    ['handoff', 'POST', '/handoff', { conversation_id: conversationId, email: 'a@b.example' }],
    ['leave', 'POST', '/handoff/leave', { conversation_id: conversationId }],
    [
      'rating',
      'POST',
      '/handoff/rating',
      { conversation_id: conversationId, session_id: conversationId, rating: 5 },
    ],
    ['seen', 'POST', '/handoff/seen', { conversation_id: conversationId, message_id: question.message_id }],
    ['page', 'POST', '/handoff/page', { conversation_id: conversationId, url: 'https://a.example' }],
    ['live', 'GET', `/live?conversation_id=${conversationId}`],
  ];
  const statuses: Record<string, number> = {};
  for (const [name, method, path, body] of calls)
    statuses[name] = (await thief.call(method, path, body)).status;
  return statuses;
};

const all = (status: number) =>
  Object.fromEntries(
    'history before send stream stop citations feedback handoff live leave rating seen page'
      .split(' ')
      .map((name) => [name, status]),
  );

testService(
  'a visitor sees no data of another, whatever user they claim to be',
  createScriptedModel,
  async (service) => {
    await service.configure({
      channels: { identitySecret },
      humanService: { baseUrl: 'http://127.0.0.1:9/desk' },
    });
    const ada = await openVisit(service, { user_id: 'ada' });
    const conversationId = await say(ada, 'My code is 1234.');
    assert.deepEqual([ada.session.visitor.user_id, ada.session.visitor.proven], ['ada', false]);

    const strangers = {
      anonymous: await openVisit(service),
      guesser: await openVisit(service, { user_id: 'ada' }),
      'with the hash of another': await openVisit(service, { user_id: 'ada', user_hash: hashOf('bob') }),
      'of another channel': await openVisit(service, { channel: 'EMBED', browser_secret: ada.secret }),
      'proven as another': await openVisit(service, { user_id: 'bob', user_hash: hashOf('bob') }),
      // A verified user does not see what an unverified visitor wrote elsewhere under the same name.
      'proven as the same': await openVisit(service, { user_id: 'ada', user_hash: hashOf('ada') }),
    };
    for (const [name, stranger] of Object.entries(strangers)) {
      assert.equal(stranger.status, 200, name);
      assert.deepEqual(await refusals(stranger, ada, conversationId), all(404), name);
      assert.deepEqual(await stranger.listed(), [], name);
    }
    assert.equal((await ada.read(conversationId))[1].feedback, 'NONE');

    // A token is valid for one agent.
    const { call, workspace } = await operatorOf(service);
    const second = (await call('POST', `${workspace}/agents`, { name: 'Second' })).body.id;
    const elsewhere = { ...ada, root: `/channels/${second}` };
    const path = `/conversations/${conversationId}/messages`;
    const crossed = await service.call('GET', elsewhere.root + path, undefined, { key: ada.token });
    assert.deepEqual([crossed.status, crossed.body.code], [401, 40127]);
    for (const key of [null, 'x', testApiKey, `${ada.token}x`, ada.secret])
      assert.equal((await service.call('GET', ada.root + path, undefined, { key })).status, 401);

    // An Idempotency-Key of one visitor returns nothing of theirs to another visitor.
    const first = await ada.send('Mine', {}, { 'idempotency-key': 'k' });
    const repeated = await ada.send('Mine', {}, { 'idempotency-key': 'k' });
    assert.equal(repeated.text, first.text);
    const other = await strangers.anonymous.send('Mine', {}, { 'idempotency-key': 'k' });
    assert.notEqual(conversationOf(other), conversationOf(first));
  },
);

testService('a browser shows the messages of its current user', createScriptedModel, async (service) => {
  await service.configure({ channels: { identitySecret } });
  const guest = await openVisit(service);
  const asGuest = await say(guest, 'I am nobody yet.');
  const browser_secret = guest.secret;
  const ada = await openVisit(service, { browser_secret, user_id: 'ada', merge_guest: true });
  assert.equal(ada.secret, browser_secret);
  assert.deepEqual(await ada.listed(), [asGuest], 'the site requested the merge of the guest');
  assert.equal(
    (await guest.call('GET', '/conversations')).status,
    401,
    'the token of the guest is no longer valid',
  );
  const asAda = await say(ada, 'I am Ada.');
  assert.equal(asAda, asGuest, 'the conversation continues');

  const bob = await openVisit(service, { browser_secret, user_id: 'bob' });
  assert.equal((await ada.call('GET', '/conversations')).status, 401);
  assert.deepEqual([await bob.listed(), bob.session.conversation], [[], null]);
  assert.equal((await bob.call('GET', `/conversations/${asAda}/messages`)).status, 404);
  const nobody = await openVisit(service, { browser_secret, user_id: null });
  assert.deepEqual([await nobody.listed(), nobody.session.conversation], [[], null]);
  assert.notEqual(nobody.session.visitor.anonymous_id, guest.session.visitor.anonymous_id);
  const back = await openVisit(service, { browser_secret, user_id: 'ada' });
  assert.deepEqual(await back.listed(), [asAda]);

  // A verified user sees what they wrote as such on every page, and in this browser also what they wrote unverified.
  const user = { user_id: 'ada', user_hash: hashOf('ada') };
  const proven = await openVisit(service, { ...user, channel: 'EMBED' });
  const shared = await say(proven, 'From another page.');
  const here = await openVisit(service, { ...user, browser_secret });
  assert.deepEqual(
    [here.session.visitor.proven, (await here.listed()).sort()],
    [true, [asAda, shared].sort()],
  );
  assert.equal((await here.send('And from here.', { conversation_id: shared })).status, 200);
  const api = await service.newConversation('ada');
  assert.equal(
    (await here.call('GET', `/conversations/${api}/messages`)).status,
    404,
    'conversations of the API are not shown on pages',
  );

  // A browser secret that the service did not create is not accepted.
  const planted = await openVisit(service, { browser_secret: 'planted-by-somebody-who-knows-it' });
  assert.notEqual(planted.secret, 'planted-by-somebody-who-knows-it');
});

test('an id is accepted as the contract defines it, and only with its hash if that is required', () =>
  withService('sqlite', {}, async (service) => {
    const statusOf = async (introduced: object) => (await openVisit(service, introduced)).status;
    assert.equal(await statusOf({ user_id: '😀'.repeat(32) }), 200);
    for (const user_id of [
      '😀'.repeat(33),
      'x'.repeat(33),
      ' ',
      'nul\0',
      'lone \ud800',
      'widget-aaaaaaaaaaaaaaaa',
    ])
      assert.equal(await statusOf({ user_id }), 400, JSON.stringify(user_id));
    for (const more of [{ email: 'no' }, { channel: 'API' }, { channel: 'widget' }, { user_id: 5 }])
      assert.equal(await statusOf(more), 400, JSON.stringify(more));

    const before = await openVisit(service, { user_id: 'ada' });
    assert.equal((await before.call('GET', '/conversations')).status, 200);
    await service.configure({ channels: { requireUserHash: true, identitySecret } });
    assert.equal(
      (await before.call('GET', '/conversations')).status,
      404,
      'the user was claimed before verification was required',
    );
    for (const user_hash of [undefined, '', 'x', hashOf('bob')]) {
      const refused = await openVisit(service, {
        user_id: 'ada',
        ...(user_hash === undefined ? {} : { user_hash }),
      });
      assert.deepEqual([refused.status, refused.session.code], [403, 40127]);
      assert.match(refused.session.message, /user_hash/);
    }
    assert.equal(await statusOf({ user_id: 'ada', user_hash: hashOf('ada') }), 200);
    assert.equal(await statusOf({}), 200, 'anonymous visitors need no hash');
    await service.configure({ channels: { identitySecret: null } });
    assert.equal(await statusOf({ user_id: 'ada', user_hash: hashOf('ada') }), 403);

    const { get } = await operatorOf(service);
    await service.configure({ channels: { identitySecret } });
    const shown = JSON.stringify((await get('')).body);
    assert.ok(shown.includes('identitySecret') && !shown.includes(identitySecret));
  }));

let scripted: ScriptedModel = createScriptedModel();
const watched = () => {
  scripted = createScriptedModel();
  return { models: scripted.models };
};

const promptOf = (): string => JSON.stringify(scripted.requests.at(-1)!.messages[0]);

const makeOwnedTable = async ({ call, app }: TestService): Promise<void> => {
  const field = { type: 'TEXT', description: '', required: false, unique: false };
  const { body } = await call('POST', '/v1/database/create-table', {
    name: 'orders',
    description: 'Orders',
    fields: ['customer', 'status'].map((name) => ({ ...field, name })),
  });
  const { id } = await app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
  const agent = (await app.rooms.agents.find(id))!;
  const { tables } = app.rooms;
  await tables.setOwnerField(app.db.query, await tables.require(agent, body.data), 'customer');
};

testService(
  'an unverified visitor sees no data of the claimed user, and adds nothing to their memory',
  watched,
  async (service) => {
    await service.configure({ channels: { identitySecret }, memory: { longTermScope: 'user' } });
    await service.call('POST', '/v1/property/update', {
      user_id: 'ada',
      property_values: [{ property_name: 'plan', value: 'platinum' }],
    });
    await makeOwnedTable(service);
    const api = async (text: string) =>
      service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation('ada'),
        messages: [{ role: 'user', content: text }],
      });
    await api('My favourite composer is Clara Schumann.');
    const offered = () => (scripted.requests.at(-1)!.tools ?? []).map(({ name }) => name);

    const claimed = await openVisit(service, { user_id: 'ada' });
    await say(claimed, 'Which composer is my favourite?');
    assert.doesNotMatch(promptOf(), /platinum|Clara/);
    assert.deepEqual(offered(), []);
    const proven = await openVisit(service, { user_id: 'ada', user_hash: hashOf('ada') });
    await say(proven, 'Which composer is my favourite?');
    assert.match(promptOf(), /platinum/);
    assert.match(promptOf(), /Clara Schumann/);
    assert.deepEqual(offered(), ['table_lookup_orders']);

    await say(claimed, 'My favourite painter is Mallory the forger.');
    await api('Which painter is my favourite?');
    assert.doesNotMatch(promptOf(), /Mallory/);
    const guest = await openVisit(service);
    await say(guest, 'My favourite sculptor is Mallory the forger.');
    await openVisit(service, { browser_secret: guest.secret, user_id: 'ada', merge_guest: true });
    await api('Which sculptor is my favourite?');
    assert.doesNotMatch(promptOf(), /Mallory/);
    // After verification the messages of the guest belong to the user.
    const later = await openVisit(service);
    await say(later, 'My favourite poet is Emily Dickinson.');
    const user = { user_id: 'ada', user_hash: hashOf('ada') };
    await openVisit(service, { ...user, browser_secret: later.secret, merge_guest: true });
    await api('Which poet is my favourite?');
    assert.match(promptOf(), /Emily Dickinson/);
  },
);
