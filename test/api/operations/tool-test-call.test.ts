import assert from 'node:assert/strict';
import { operatorOf } from '../../support/console/operator.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { testService } from '../../support/service/service.ts';

testService(
  'a tool is tested with the code of a real call, and its secrets are masked',
  {},
  async (service) => {
    const { agent, call } = await operatorOf(service);
    const receiver = await startReceiver();
    try {
      const secret = 'Bearer the-key-of-the-shop';
      const base = receiver.url.replace(/\/$/, '');
      const tool = {
        name: 'orders',
        description: 'Finds orders',
        method: 'POST',
        url: `${base}/orders/{number}`,
        headers: { Authorization: secret },
        parameters: {
          type: 'object',
          properties: {
            number: { type: 'string' },
            region: { type: 'string', 'x-location': 'header' },
            page: { type: 'integer', 'x-location': 'query' },
            note: { type: 'string' },
          },
          required: ['number'],
        },
      };
      const test = async (values: object, changed: object = {}) =>
        call('POST', `${agent}/tools/test`, { tool: { ...tool, ...changed }, arguments: values });
      const tested = await test({ number: 'A 1', region: 'eu', page: 2, note: 'hi' });
      assert.equal(tested.status, 200, tested.text);
      assert.deepEqual(
        [tested.body.ok, tested.body.method, tested.body.status, new URL(tested.body.url).pathname],
        [true, 'POST', 200, new URL(`${base}/orders/A%201`).pathname],
      );
      const [received] = receiver.calls;
      assert.equal(new URL(tested.body.url).search, '?page=2');
      assert.deepEqual(
        [received!.headers.region, received!.headers.authorization, received!.headers['x-user-id']],
        ['eu', secret, 'test'],
      );
      assert.ok(!tested.text.includes('the-key-of-the-shop'));

      const wrong = await test({ page: 'two' });
      assert.equal(wrong.body.ok, false);
      assert.deepEqual([wrong.body.url, wrong.body.status], [null, null]);
      assert.match(wrong.body.text, /arguments are not valid/);
      assert.equal(receiver.calls.length, 1, 'nothing was sent');

      const blocked = await test({ number: '1' }, { url: 'http://169.254.169.254/latest/{number}' });
      assert.equal(blocked.status, 400);
      assert.match(blocked.body.message, /settings\.tools\.http\[0\]\.url/);

      const { body } = await call('GET', '/audit?action=agent.test-tool');
      assert.equal(body.items.length, 2);
      assert.ok(!JSON.stringify(body).includes('A%201'), 'arguments are not in the audit log');
    } finally {
      await receiver.close();
    }
  },
);
