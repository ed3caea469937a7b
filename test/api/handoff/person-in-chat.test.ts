import assert from 'node:assert/strict';
import sharp from 'sharp';
import { listen, openLive, openVisit } from '../../support/channels/visitor.ts';
import { type InboxStage, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const profile = '/console/api/account/profile';

const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } });

/** Sends the picture as the operator that `signIn` of this role added. */
const sendPicture = async ({ app }: TestService, role: string, bytes: Buffer) => {
  const response = await app.server.inject({
    method: 'PUT',
    url: `${profile}/picture`,
    headers: {
      cookie: `frontdesk_session=session-of-${role}`,
      'x-frontdesk-console': '1',
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  });
  return { status: response.statusCode, body: response.json() };
};

const idOf = async ({ app }: TestService, name: string): Promise<string> =>
  (await app.db.query.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirstOrThrow())
    .id;

/** A visitor who waits for a person, and their live stream. */
const waitInInbox = async ({ service, console, inbox }: InboxStage) => {
  const visit = await openVisit(service);
  const { body } = await visit.call('POST', '/handoff', { email: 'ada@example.com' });
  const conversationId: string = body.conversation_id;
  const { items } = (await console.call('GET', `${inbox}/sessions?queue=waiting`)).body;
  const live = await openLive(await listen(service.app), visit, { conversationId });
  return { visit, conversationId, session: `${inbox}/sessions/${items[0].id}`, live };
};

testService(
  'users see name and picture of the person who answers, in the status and at every message',
  createScriptedModel(),
  (service) =>
    withInbox(service, async (stage) => {
      const { console } = stage;
      const anna = await console.signIn('support');
      const ben = await console.signIn('editor');
      const { visit, conversationId, session, live } = await waitInInbox(stage);
      const status = async (what: string, expected: object) =>
        live.until(what, (events) => {
          const { data } = events.findLast(({ data }) => data.type === 'status') ?? { data: {} };
          return JSON.stringify({ ...data, type: undefined }) === JSON.stringify(expected);
        });
      const reply = async (by: typeof anna, text: string): Promise<void> => {
        assert.equal((await by('POST', `${session}/replies`, { text })).status, 201);
      };
      const peopleOf = async () => {
        const messages = (await visit.read(conversationId)).filter(({ role }) => role === 'human');
        return messages.map(({ text, person }) => [text, person]);
      };

      // Without a profile: neither the name of the account nor its address.
      await status('the user waits', { status: 'waiting', queue: { position: 1, wait_minutes: null } });
      await reply(anna, 'One');
      await status('somebody answers', { status: 'human' });

      assert.deepEqual((await anna('GET', profile)).body, { publicName: '', picture: null });
      const named = await anna('PUT', profile, { publicName: ' Anna ' });
      assert.deepEqual(named.body, { publicName: 'Anna', picture: null });
      const { picture } = (await sendPicture(service, 'support', await square(600).png().toBuffer())).body;
      const shown = await service.app.server.inject({ url: picture });
      assert.deepEqual([shown.statusCode, shown.headers['content-type']], [200, 'image/jpeg']);
      assert.equal((await sharp(shown.rawPayload).metadata()).width, 256);
      await status('the profile is shown', { status: 'human', person: { name: 'Anna', picture } });
      await reply(anna, 'Two');
      await live.until('Anna is named', (events) => events.some(({ data }) => data.text === 'Two'));
      const two = live.events.find(({ data }) => data.text === 'Two')!.data;
      assert.deepEqual([two.type, two.person], ['human-message', { name: 'Anna', picture }]);

      // Transferred to Ben, who has a name and no picture. Earlier messages stay Anna's.
      await ben('PUT', profile, { publicName: 'Ben 👍' });
      const transfer = await anna('PUT', `${session}/assignee`, {
        operatorId: await idOf(service, 'editor'),
      });
      assert.equal(transfer.status, 200);
      await status('Ben has it', { status: 'human', person: { name: 'Ben 👍', picture: null } });
      await reply(ben, 'Three');
      // An operator token is nobody whom users could see.
      await reply(console.call, 'Four');
      await anna('PUT', profile, { publicName: 'Anna B.' });
      const before = [
        ['One', { name: null, picture }],
        ['Two', { name: 'Anna', picture }],
        ['Three', { name: 'Ben 👍', picture: null }],
        ['Four', undefined],
      ];
      assert.deepEqual(await peopleOf(), before);

      // Accounts that are deleted or deactivated leave their names in old messages.
      const operators = `${console.base}/operators`;
      const deleted = await console.call('DELETE', `${operators}/${await idOf(service, 'support')}`);
      assert.equal(deleted.status, 204);
      assert.equal((await service.app.server.inject({ url: picture })).statusCode, 404);
      const benAccount = `${operators}/${await idOf(service, 'editor')}`;
      assert.equal((await console.call('PATCH', benAccount, { disabled: true })).status, 200);
      await status('nobody has it', { status: 'human' });
      assert.deepEqual(await peopleOf(), [
        ['One', undefined],
        ['Two', { name: 'Anna', picture: null }],
        ...before.slice(2),
      ]);
      const told = JSON.stringify([live.events, await visit.read(conversationId)]);
      for (const secret of ['@example.com', 'support', 'editor']) assert.ok(!told.includes(secret), secret);
      live.leave();
    }),
);

testService(
  'files of a person are part of the message in the chat, also without a text',
  createScriptedModel(),
  (service) =>
    withInbox(service, async (stage) => {
      const { console } = stage;
      const anna = await console.signIn('support');
      const { visit, conversationId, session, live } = await waitInInbox(stage);
      const files = [
        { name: 'label.txt', base64Content: Buffer.from('parcel 7').toString('base64') },
        { name: 'parcel.png', base64Content: (await square(9).png().toBuffer()).toString('base64') },
      ];
      assert.equal((await anna('POST', `${session}/replies`, { text: '', files })).status, 201);
      await live.until('the files arrive', (events) => events.some(({ data }) => data.files?.length === 2));
      const { lastMessage } = (await anna('GET', session)).body;
      assert.equal(lastMessage.text, 'label.txt parcel.png', 'the queue names the files');
      const received = live.events.find(({ data }) => data.type === 'human-message')!.data;
      const stored = (await visit.read(conversationId)).find(({ role }) => role === 'human')!;
      for (const message of [received, stored]) {
        assert.equal(message.text, '');
        assert.deepEqual(
          message.files.map(({ name, kind }: { name: string; kind: string }) => [name, kind]),
          [
            ['label.txt', 'document'],
            ['parcel.png', 'image'],
          ],
        );
        const [label] = message.files;
        assert.equal((await service.app.server.inject({ url: label.url })).body, 'parcel 7');
      }
      live.leave();
    }),
);

testService(
  'wrong names and pictures are refused and change nothing, and everybody has only their own profile',
  createScriptedModel(),
  (service) =>
    withInbox(service, async ({ console }) => {
      const anna = await console.signIn('support');
      const ben = await console.signIn('viewer');
      await anna('PUT', profile, { publicName: 'Anna' });
      const valid = await square(20).png().toBuffer();
      const { body: own } = await sendPicture(service, 'support', valid);

      const direction = /^publicName: must not contain control characters or characters that change/;
      for (const [publicName, message] of [
        ['x'.repeat(61), /^publicName: must have at most 60 characters$/],
        ['x'.repeat(100_000), /publicName/],
        ['An\nna', direction],
        ['An\u202ena', direction],
        ['\u2066Anna', direction],
        ['\u200b', direction],
        ['\u200d', /^publicName: must contain visible characters$/],
        [null, /publicName/],
        [7, /publicName/],
        [{ toString: 'Anna' }, /publicName/],
      ] as const) {
        const refused = await anna('PUT', profile, { publicName });
        assert.equal(refused.status, 400, JSON.stringify(publicName).slice(0, 70));
        assert.match(refused.body.message, message);
      }
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      for (const [what, bytes, status, message] of [
        ['SVG', svg, 400, /^file: must be a PNG, JPEG, WebP or GIF image$/],
        ['text', Buffer.from('Anna'), 400, /^file: must be a PNG, JPEG, WebP or GIF image$/],
        ['a cut PNG', valid.subarray(0, -20), 400, /^file: is damaged/],
        ['too large a file', Buffer.alloc(5 * 2 ** 20 + 1), 413, /at most 5 MB/],
        ['too many pixels', await square(5_001).png().toBuffer(), 400, /25 million pixels/],
      ] as const) {
        const refused = await sendPicture(service, 'support', bytes);
        assert.equal(refused.status, status, what);
        assert.match(refused.body.message, message, what);
      }
      assert.deepEqual((await anna('GET', profile)).body, own);

      // Nobody changes the profile of another operator.
      await ben('PUT', profile, { publicName: 'Ben', operatorId: await idOf(service, 'support') });
      assert.equal((await ben('DELETE', `${profile}/picture`)).status, 404);
      assert.deepEqual((await ben('GET', profile)).body, { publicName: 'Ben', picture: null });
      assert.deepEqual((await anna('GET', profile)).body, own);
      assert.equal((await console.call('GET', profile)).status, 403, 'a token is not a person');
      assert.equal((await service.call('PUT', profile, { publicName: 'X' }, { key: null })).status, 401);

      const replaced = (await sendPicture(service, 'support', await square(30).webp().toBuffer())).body;
      assert.notEqual(replaced.picture, own.picture);
      assert.equal((await service.app.server.inject({ url: own.picture })).statusCode, 404);
      assert.equal((await anna('DELETE', `${profile}/picture`)).status, 204);
      assert.equal((await service.app.server.inject({ url: replaced.picture })).statusCode, 404);
      for (const url of ['/images/people/x', `/images/people/${'0'.repeat(36)}`, '/images/people/..%2Fx'])
        assert.equal((await service.app.server.inject({ url })).statusCode, 404, url);
    }),
);
