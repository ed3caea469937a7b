import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testApiKey, testService } from '../../support/service/service.ts';

const scripted = () => createScriptedModel();

testService(
  'for any input the response is an envelope with the right code, and never a 5xx',
  scripted,
  async ({ call }) => {
    const deep = '['.repeat(10 * 1024 * 1024);
    const cases: [name: string, status: number, run: () => ReturnType<typeof call>][] = [
      ['broken JSON', 400, () => call('POST', '/v1/conversation', '{"user_id":')],
      [
        'nothing at all',
        400,
        () => call('POST', '/v1/conversation', '', { headers: { 'content-type': 'application/json' } }),
      ],
      ['a list', 400, () => call('POST', '/v1/conversation', [])],
      ['a number', 400, () => call('POST', '/v1/conversation', 5)],
      ['null', 400, () => call('POST', '/v1/conversation', 'null')],
      [
        'a form',
        415,
        () =>
          call('POST', '/v1/conversation', 'user_id=a', {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          }),
      ],
      [
        'text',
        415,
        () => call('POST', '/v1/conversation', 'hello', { headers: { 'content-type': 'text/plain' } }),
      ],
      ['a wrong type', 400, () => call('POST', '/v1/conversation', { user_id: ['a'] })],
      ['a forbidden name', 400, () => call('POST', '/v1/conversation', '{"__proto__":{"user_id":"a"}}')],
      ['20 MB of nested lists', 400, () => call('POST', '/v2/conversation/message', deep + deep)],
      [
        'an ordinary body that is too large',
        413,
        () => call('POST', '/v1/conversation', { user_id: 'a', padding: 'x'.repeat(1024 * 1024) }),
      ],
      ['an unknown route', 404, () => call('GET', '/v9/nothing')],
      ['a route with another method', 405, () => call('DELETE', '/v1/conversation')],
      ['half an escape in the path', 400, () => call('GET', '/v1/%E0%A4%A')],
    ];
    for (const [name, status, run] of cases) {
      const answer = await run();
      assert.equal(answer.status, status, name);
      assert.equal(answer.body?.code, 40000, name);
      assert.equal(typeof answer.body.message, 'string', name);
      assert.deepEqual(
        Object.keys(answer.body).filter((key) => !['code', 'message', 'request_id'].includes(key)),
        [],
        name,
      );
      assert.ok(!/\n\s+at |node_modules|\.ts:/.test(answer.text), `${name}: no stack`);
    }
  },
);

testService('bytes that are not UTF-8 are rejected', scripted, async ({ app }) => {
  const payload = Buffer.concat([Buffer.from('{"user_id":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  const response = await app.server.inject({
    method: 'POST',
    url: '/v1/conversation',
    headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
    payload,
  });
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().code, 40000);
});

testService(
  'a request that is not HTTP gets a response and the service continues',
  scripted,
  async ({ app, newConversation }) => {
    const address = new URL(await app.server.listen({ host: '127.0.0.1', port: 0 }));
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(address.port), '127.0.0.1', () => socket.end('NONSENSE\r\n\r\n'));
      socket.on('data', (bytes) => {
        text += bytes;
      });
      socket.on('close', () => resolve(text));
    });
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).code, 40000);
    assert.match(await newConversation(), /^[0-9a-f]{24}$/);
  },
);

testService('user_id has 1 to 32 characters, counted in code points', scripted, async ({ call }) => {
  for (const userId of ['a', '😀'.repeat(32), 'x'.repeat(32)])
    assert.equal((await call('POST', '/v1/conversation', { user_id: userId })).status, 200);
  for (const userId of ['', ' ', '😀'.repeat(33), 'x'.repeat(33)])
    assert.equal((await call('POST', '/v1/conversation', { user_id: userId })).body.code, 40000);
});
