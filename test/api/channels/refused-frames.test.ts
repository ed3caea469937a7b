import assert from 'node:assert/strict';
import { userHash } from '../../../src/channels/index.ts';
import { agentIdOf, openChannels, openVisit } from '../../support/channels/visitor.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const embed = async (service: TestService, headers: Record<string, string>, query = '') => {
  const agentId = await agentIdOf(service);
  const {
    statusCode,
    body,
    headers: given,
  } = await service.app.server.inject({
    url: `/embed/${agentId}${query}`,
    headers: { host: 'desk.example', 'sec-fetch-dest': 'iframe', ...headers },
  });
  return { status: statusCode, body, policy: String(given['content-security-policy']) };
};

testService(
  'a frame in a page of an origin that is not allowed names the setting to change',
  createScriptedModel,
  async (service) => {
    await openChannels(service);
    await service.configure({ allowedOrigins: ['https://shop.example', 'https://*.shop.example'] });
    for (const [what, headers, query] of [
      ['Referer header', { referer: 'https://other.example/page' }, ''],
      ['name in the address', {}, '?channel=widget&host=https%3A%2F%2Fother.example'],
    ] as const) {
      const refused = await embed(service, headers, query);
      assert.equal(refused.status, 403, what);
      assert.match(refused.body, /https:\/\/other\.example.*Settings → Channels → Allowed origins/);
      assert.doesNotMatch(refused.body, /<script/);
      assert.match(refused.policy, /default-src 'none'.*frame-ancestors \*/);
    }
    for (const [what, headers, query] of [
      ['an allowed page', { referer: 'https://shop.example/' }, ''],
      ['a page below an allowed domain', { referer: 'https://www.shop.example/' }, ''],
      ['our own page', { referer: 'https://desk.example/console/' }, ''],
      ['a page of its own', { 'sec-fetch-dest': 'document', referer: 'https://other.example/' }, ''],
      // The browser itself refuses to show these in a page that is not allowed.
      ['an unknown page', {}, ''],
      ['a name that is not an origin', {}, '?host=%3Cscript%3E'],
      ['two names', {}, '?host=https://a.example&host=https://b.example'],
    ] as const) {
      const shown = await embed(service, headers, query);
      // 503 where the pages are not built.
      assert.notEqual(shown.status, 403, what);
      assert.doesNotMatch(shown.body, /Allowed origins/, what);
    }
    await service.configure({ allowedOrigins: ['*'] });
    assert.notEqual((await embed(service, { referer: 'https://other.example/' })).status, 403, 'any page');
  },
);

testService(
  'a page learns why a user_hash does not verify its user',
  createScriptedModel,
  async (service) => {
    const problemOf = async (user_hash?: string) =>
      (await openVisit(service, { user_id: 'ada', ...(user_hash && { user_hash }) })).session
        .identity_problem;
    assert.match(await problemOf('abc'), /^user_hash: .*no identity secret/);
    await service.configure({ channels: { identitySecret: 'the secret of the site' } });
    assert.match(await problemOf(userHash('ada', 'another secret')), /^user_hash: does not fit/);
    assert.equal(await problemOf(userHash('ada', 'the secret of the site')), null);
    assert.equal(await problemOf(), null, 'no hash was given');
  },
);
