import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const scripted = () => createScriptedModel(() => [{ say: 'Fine.' }]);

const options = async ({ app }: TestService, url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'OPTIONS', url, headers });

const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
});

testService('OPTIONS on a known path returns 405 and the allowed methods', scripted, async (service) => {
  for (const [url, allowed] of [
    ['/v1/conversation', /POST/],
    ['/v2/messages?conversation_id=x', /GET/],
    ['/v1/bot/doc/text/update', /PUT/],
    ['/healthz', /GET/],
  ] as const) {
    const answer = await options(service, url);
    assert.deepEqual([answer.statusCode, answer.json().code], [405, 40000], url);
    assert.match(String(answer.headers.allow), allowed);
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  }
  assert.equal((await options(service, '/v1/nothing')).statusCode, 404);
  const asked = await options(service, '/v1/conversation', preflight('https://shop.example'));
  assert.equal(asked.statusCode, 405, 'CORS is off by default');
});

testService(
  'corsOrigins allows pages of these origins to call the developer API, and no others',
  () => ({
    ...scripted(),
    environment: {
      FRONTDESK_CORS_ORIGINS: 'https://Shop.example, http://localhost:5173, https://*.desk.example',
    },
  }),
  async (service) => {
    const { call } = service;
    const asked = await options(service, '/v2/conversation/message', preflight('http://localhost:5173'));
    assert.equal(asked.statusCode, 204);
    assert.equal(asked.headers['access-control-allow-origin'], 'http://localhost:5173');
    assert.match(String(asked.headers['access-control-allow-methods']), /POST/);
    assert.match(String(asked.headers['access-control-allow-headers']), /Authorization.*Idempotency-Key/);
    assert.equal(asked.headers['access-control-allow-credentials'], undefined);
    assert.equal(asked.headers.vary, 'Origin');
    const below = await options(service, '/v1/conversation', preflight('https://a.desk.example'));
    assert.equal(below.headers['access-control-allow-origin'], 'https://a.desk.example');
    const strange = await options(service, '/v1/conversation', preflight('https://evil.example'));
    assert.deepEqual([strange.statusCode, strange.headers['access-control-allow-origin']], [405, undefined]);
    assert.equal((await options(service, '/v1/nothing', preflight('https://shop.example'))).statusCode, 404);
    const console = await options(service, '/console/api/session', preflight('https://shop.example'));
    assert.equal(
      console.headers['access-control-allow-origin'],
      undefined,
      'the management API allows no other origin',
    );

    const headers = { origin: 'https://shop.example' };
    const created = await call('POST', '/v1/conversation', { user_id: 'ada' }, { headers });
    assert.equal(created.headers['access-control-allow-origin'], 'https://shop.example');
    const refused = await call('POST', '/v1/conversation', { user_id: 'ada' }, { headers, key: 'app-wrong' });
    assert.deepEqual(
      [refused.status, refused.headers['access-control-allow-origin']],
      [401, 'https://shop.example'],
    );
    const streamed = await call(
      'POST',
      '/v1/conversation/message',
      { conversation_id: created.body.conversation_id, text: 'hi', response_mode: 'streaming' },
      { headers },
    );
    assert.equal(streamed.headers['access-control-allow-origin'], 'https://shop.example');
    const other = await call('GET', '/v1/bot/detail', undefined, {
      headers: { origin: 'https://evil.example' },
    });
    assert.deepEqual([other.status, other.headers['access-control-allow-origin']], [200, undefined]);
  },
);

testService('an empty query value counts as absent', scripted, async ({ call, newConversation }) => {
  const conversation_id = await newConversation();
  await call('POST', '/v1/conversation/message', { conversation_id, text: 'How are you?' });
  for (const [url, length] of [
    ['/v1/bot/conversation/page?conversation_type=&user_id=&start_time=&end_time=&page=&page_size=', 1],
    ['/v1/message/qa/record/page?user_feedback=&start_time=&end_time=&page=&page_size=', 1],
    [`/v2/messages?conversation_id=${conversation_id}&page=&page_size=`, 2],
    ['/v1/account/bill/total?start_date=&end_date=', undefined],
  ] as const) {
    const { status, body, text } = await call('GET', url);
    assert.equal(status, 200, `${url}: ${text}`);
    const listed = body.list ?? body.qa ?? body.conversation_content;
    assert.equal(listed?.length, length, url);
  }
  for (const [url, field] of [
    ['/v2/messages?conversation_id=', 'conversation_id'],
    ['/v1/bot/doc/query/page?knowledge_base_id=Default&page=&page_size=10', 'page'],
    ['/v1/bot/data/detail/list?data_ids=', 'data_ids'],
    ['/v1/bot/data/detail/list?data_ids=&data_ids=,', 'data_ids'],
  ] as const) {
    const { status, body } = await call('GET', url);
    assert.deepEqual([status, body.code], [400, 40000], url);
    assert.match(body.message, new RegExp(`^${field} (is required|must not be empty)`), url);
  }
});

testService(
  'lists may be repeated, joined by commas, or written as ids[] and ids[0]',
  scripted,
  async ({ call }) => {
    const { body: made } = await call('POST', '/v1/database/create-table', {
      name: 'lists',
      description: 'Lists',
      fields: [{ name: 'a', type: 'INT' }],
    });
    const ids: string[] = [];
    for (const a of [1, 2, 3]) {
      const records = [{ values: { a } }];
      const { body } = await call('POST', '/v1/database/import/records', { table_id: made.data, records });
      ids.push(body.data[0]);
    }
    const [x, y, z] = ids as [string, string, string];
    const path = '/v1/database/query/import-results';
    for (const query of [
      `ids=${x}&ids=${y}&ids=${z}`,
      `ids=${x},${y},${z}`,
      `ids[]=${x}&ids[]=${y}&ids[]=${z}`,
      `ids%5B%5D=${x}&ids%5B%5D=${y},${z}`,
      `ids[2]=${z}&ids[0]=${x}&ids[1]=${y}`,
      `ids[1]=${y}&ids[999999999]=${z}&ids[0]=${x}`,
      `ids=${x}&ids[]=${y}&ids[0]=${z}`,
    ]) {
      const { status, body, text } = await call('GET', `${path}?${query}`);
      assert.equal(status, 200, `${query}: ${text}`);
      assert.deepEqual(new Set(body.map(({ id }: { id: string }) => id)), new Set(ids), query);
    }
    await call('POST', '/v1/property/update', {
      user_id: 'ada',
      property_values: [{ property_name: 'plan', value: 'gold' }],
    });
    for (const query of [
      'user_ids[]=ada&user_ids[]=bob',
      'user_ids[0]=ada&user_ids[1]=bob',
      'user_ids=ada,bob',
    ]) {
      const { body } = await call('GET', `/v2/user-property/query?${query}`);
      assert.deepEqual(
        body.map(({ user_id }: { user_id: string }) => user_id),
        ['ada', 'bob'],
        query,
      );
    }
    for (const query of ['data_ids[]=x', 'data_ids[0]=x']) {
      const { status, body } = await call('GET', `/v1/bot/data/detail/list?${query}`);
      assert.deepEqual([status, body], [200, []], query);
    }
    const removed = await call('DELETE', `/v1/bot/doc/batch/delete?doc[]=${x}&doc[1]=${y}`);
    assert.deepEqual([removed.status, removed.body.code], [200, 0]);
    // Other parameters keep their meaning, and no name changes a prototype.
    assert.equal((await call('GET', '/v1/bot/detail?__proto__[]=x&constructor[0]=y')).status, 200);
  },
);

testService(
  'with the API disabled only sending messages and creating conversations are rejected',
  scripted,
  async ({ call, configure, newConversation }) => {
    const conversation_id = await newConversation();
    const { body: sent } = await call('POST', '/v1/conversation/message', { conversation_id, text: 'hi' });
    await configure({}, { apiEnabled: false });
    for (const [url, body] of [
      ['/v1/conversation', { user_id: 'ada' }],
      ['/v1/conversation/message', { conversation_id, text: 'hi' }],
      ['/v2/conversation/message', { conversation_id, messages: [{ role: 'user', content: 'hi' }] }],
      ['/v2/conversation/message', { nonsense: true }],
    ] as const) {
      const answer = await call('POST', url, body);
      assert.deepEqual([answer.status, answer.body.code], [403, 20055], url);
    }
    for (const url of [
      '/v1/bot/conversation/page',
      '/v1/message/qa/record/page',
      '/v1/api-key/verify',
      '/v1/bot/knowledge/base/page',
      `/v2/messages?conversation_id=${conversation_id}`,
      `/v1/conversation/message/stream?message_id=${sent.message_id}`,
    ])
      assert.equal((await call('GET', url)).status, 200, url);
    const rated = { answer_id: sent.answer_id, feedback: 'POSITIVE' };
    assert.equal((await call('POST', '/v1/message/feedback', rated)).status, 200);
    const tables = await call('POST', '/v1/database/tables/page', {});
    assert.equal(tables.status, 200);
    assert.equal((await call('GET', '/v1/bot/detail', undefined, { key: 'app-wrong' })).body.code, 40127);
  },
);
