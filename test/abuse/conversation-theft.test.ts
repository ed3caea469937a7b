import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiringUserHash, userHash } from '../../src/channels/index.ts';
import { agentIdOf, conversationOf, openChannels, openVisit } from '../support/channels/visitor.ts';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { type TestService, testService, withService } from '../support/service/service.ts';

const identitySecret = 'a secret between site and service';
const site = 'https://shop.example';

/** The account of an attacker, with a valid hash. */
const mallory = { user_id: 'mallory', user_hash: userHash('mallory', identitySecret) };

const openGuest = async (service: TestService) => {
  const guest = await openVisit(service);
  const said = await guest.send('My card number is 1234.');
  assert.equal(said.status, 200, said.text);
  return { guest, conversationId: conversationOf(said) };
};

testService(
  'a page outside a frame cannot set a user, and the history of its guest stays',
  createScriptedModel,
  async (service) => {
    await service.configure({ channels: { identitySecret }, allowedOrigins: [site] });
    const { guest, conversationId } = await openGuest(service);
    const agentId = await agentIdOf(service);
    const { frameGrants } = service.app.rooms.channels;
    const other = await frameGrants.issue('0'.repeat(24), { parentOrigin: site });
    const grant = await frameGrants.issue(agentId, { parentOrigin: site });
    const forged = [
      '',
      'x',
      '1.x.y',
      other,
      `${grant}x`,
      grant.replace(/^\d/, '9'),
      grant.replace(/\.[^.]*\./, '..'),
    ];
    const introduction = { channel: 'WIDGET', browser_secret: guest.secret, merge_guest: true, ...mallory };
    for (const frame_grant of [undefined, null, ...forged]) {
      const body = { ...introduction, ...(frame_grant === undefined ? {} : { frame_grant }) };
      const refused = await service.call('POST', `${guest.root}/session`, body, { key: null });
      assert.deepEqual([refused.status, refused.body.code], [403, 40127], String(frame_grant));
      assert.match(refused.body.message, /^user_id: .*frame/);
    }
    for (const [field, value] of [
      ['email', 'mallory@example.com'],
      ['merge_guest', true],
    ] as const) {
      const body = { channel: 'WIDGET', browser_secret: guest.secret, [field]: value };
      const refused = await service.call('POST', `${guest.root}/session`, body, { key: null });
      assert.equal(refused.status, 403);
      assert.match(refused.body.message, new RegExp(`^${field}: `));
    }
    // Not even with the grant of a page in a frame.
    const shared = { ...introduction, channel: 'SHARE', frame_grant: grant };
    const refused = await service.call('POST', `${guest.root}/session`, shared, { key: null });
    assert.deepEqual([refused.status, /share page/.test(refused.body.message)], [403, true]);
    assert.deepEqual(await guest.listed(), [conversationId], 'the token of the guest still works');
    const listed = await service.call(
      'GET',
      '/v1/bot/conversation/page?user_id=mallory&conversation_type=ALL',
    );
    assert.deepEqual(listed.body.list, []);
  },
);

testService(
  'a user gets the history of the guest only if an allowed site requests it',
  createScriptedModel,
  async (service) => {
    await service.configure({
      channels: { identitySecret },
      allowedOrigins: [site, 'https://*.shop.example'],
    });
    const { guest, conversationId } = await openGuest(service);
    const browser_secret = guest.secret;
    const named = await openVisit(service, { ...mallory, browser_secret, parentOrigin: site });
    assert.deepEqual([await named.listed(), named.session.conversation], [[], null]);
    assert.equal(
      (await guest.call('GET', '/conversations')).status,
      401,
      'the browser now belongs to the user',
    );
    const claimed = await openVisit(service, { user_id: 'ada', browser_secret, parentOrigin: site });
    assert.deepEqual(await claimed.listed(), []);
    const again = await openVisit(service, { browser_secret });
    assert.deepEqual(await again.listed(), [conversationId], 'the guest still has it');
    assert.equal(again.session.visitor.anonymous_id, guest.session.visitor.anonymous_id);

    const merge = { ...mallory, browser_secret, merge_guest: true };
    for (const parentOrigin of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'http://shop.example',
    ]) {
      const refused = await openVisit(service, { ...merge, parentOrigin });
      assert.deepEqual(
        [refused.status, refused.session.message.split(':')[0]],
        [403, 'merge_guest'],
        parentOrigin,
      );
    }
    await service.configure({ allowedOrigins: ['*'] });
    for (const parentOrigin of ['https://evil.example', '']) {
      const refused = await openVisit(service, { ...merge, parentOrigin });
      assert.equal(refused.status, 403, `* allows no user: ${parentOrigin}`);
    }
    assert.equal(
      (await openVisit(service, { ...mallory, parentOrigin: 'https://evil.example' })).status,
      200,
    );
    await service.configure({ allowedOrigins: ['https://*.shop.example'] });
    const merged = await openVisit(service, { ...merge, parentOrigin: 'https://www.shop.example' });
    assert.deepEqual(await merged.listed(), [conversationId]);
    const empty = await openVisit(service, { browser_secret });
    assert.deepEqual(await empty.listed(), []);
  },
);

testService(
  'a user_hash can expire, and can be limited to one browser',
  createScriptedModel,
  async (service) => {
    await service.configure({ channels: { identitySecret, requireUserHash: true } });
    const userId = 'ada';
    const expiresSeconds = Math.floor(Date.now() / 1000) + 3600;
    const hash = (more: object = {}) => expiringUserHash({ userId, expiresSeconds, ...more }, identitySecret);
    const open = (user_hash: string, more: object = {}) =>
      openVisit(service, { user_id: userId, user_hash, ...more });
    const anywhere = await open(hash());
    assert.equal(anywhere.session.visitor.proven, true);
    const expired = await open(hash({ expiresSeconds: 1_700_000_000 }));
    assert.deepEqual(
      [expired.status, expired.session.message],
      [403, 'user_hash: has expired; the site must create a new one'],
    );

    const { guest, conversationId } = await openGuest(service);
    const anonymousId = guest.session.visitor.anonymous_id;
    const bound = hash({ anonymousId });
    const victim = await openGuest(service);
    for (const browser_secret of [victim.guest.secret, undefined]) {
      const refused = await open(bound, { merge_guest: true, ...(browser_secret ? { browser_secret } : {}) });
      assert.deepEqual([refused.status, /another browser/.test(refused.session.message)], [403, true]);
    }
    assert.deepEqual(await victim.guest.listed(), [victim.conversationId]);
    const own = await open(bound, { browser_secret: guest.secret, merge_guest: true });
    assert.deepEqual([own.session.visitor.proven, await own.listed()], [true, [conversationId]]);
    // The guest is deleted by the merge. The page renews its session with the same hash.
    assert.equal((await open(bound, { browser_secret: guest.secret })).session.visitor.proven, true);

    assert.equal((await open(userHash(userId, identitySecret))).status, 200, 'the legacy format');
    await service.configure({ channels: { acceptLegacyUserHash: false } });
    assert.equal((await open(userHash(userId, identitySecret))).status, 403);
    assert.equal((await open(hash())).status, 200);
  },
);

test('a page gets a grant in a frame, and none outside a frame', () =>
  withService('sqlite', createScriptedModel(), async (service) => {
    await openChannels(service);
    await service.configure({ allowedOrigins: [site] });
    const agentId = await agentIdOf(service);
    const load = async (path: string, headers: Record<string, string>) => {
      const {
        status,
        text,
        headers: answered,
      } = await service.call('GET', path, undefined, { key: null, headers });
      assert.equal(status, 200);
      assert.equal(answered['cross-origin-opener-policy'], 'same-origin');
      const grant = /name="frontdesk-frame-grant" content="([\w.-]+)"/.exec(text)?.[1];
      const framing = await service.app.rooms.channels.frameGrants.read(agentId, grant);
      return framing && { ...framing, caching: answered['cache-control'] };
    };
    const framed = { 'sec-fetch-dest': 'iframe' };
    const embed = `/embed/${agentId}?user_id=ada`;
    assert.deepEqual(await load(embed, { ...framed, referer: `${site}/cart?x=1` }), {
      parentOrigin: site,
      caching: 'no-store',
    });
    assert.equal((await load(embed, framed))?.parentOrigin, '');
    // A browser sends no fetch metadata without HTTPS. The page itself checks that it is in a frame.
    assert.equal((await load(embed, {}))?.parentOrigin, '');
    assert.equal(await load(embed, { 'sec-fetch-dest': 'document' }), undefined);
    assert.equal(await load(`/share/${agentId}`, framed), undefined);
    for (const path of ['/console', '/docs', '/embed/nothing', '/share/nothing']) {
      const { headers } = await service.call('GET', path, undefined, { key: null });
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin', path);
    }
  }));
