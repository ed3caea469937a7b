import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

testService(
  'health, readiness and metrics are available without a key',
  () => createScriptedModel(),
  async ({ call, newConversation }) => {
    assert.deepEqual((await call('GET', '/healthz', undefined, { key: null })).body, { status: 'ok' });
    assert.deepEqual((await call('GET', '/readyz', undefined, { key: null })).body, { status: 'ready' });
    await call('POST', '/v1/conversation/message', { conversation_id: await newConversation(), text: 'hi' });
    const { status, text } = await call('GET', '/metrics', undefined, { key: null });
    assert.equal(status, 200);
    assert.match(
      text,
      /frontdesk_http_request_duration_seconds_count\{[^}]*route="\/v1\/conversation\/message"[^}]*\} 1/,
    );
    assert.match(text, /frontdesk_rounds_running 0/);
    assert.match(text, /nodejs_eventloop_lag_seconds/);
  },
);

testService(
  'every response has a request id, and so does an error',
  () => createScriptedModel(),
  async ({ call }) => {
    const { headers, body } = await call('POST', '/v1/conversation', {});
    assert.equal(body.request_id, headers['x-request-id']);
    assert.match(body.request_id, /^[0-9a-f]{24}$/);
  },
);

const canaries = {
  key: 'app-canary-key-0123456789',
  token: 'op-canary-token-0123456789',
  text: 'canary message text',
  email: 'canary@example.com',
};

test('keys, tokens, message texts and e-mail addresses are not logged, even at the most verbose level', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-logs-'));
  const child = spawn(process.execPath, ['src/cli/frontdesk.mjs', 'serve'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_API_KEY: canaries.key,
      FRONTDESK_ADMIN_TOKEN: canaries.token,
      FRONTDESK_LOG_LEVEL: 'trace',
      // No server listens there: the round fails, and failures log the most details.
      FRONTDESK_MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
      FRONTDESK_MODEL_NAME: 'absent',
    },
  });
  try {
    let log = '';
    let output = '';
    child.stderr.on('data', (bytes) => {
      log += bytes;
    });
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (bytes) => {
        output += bytes;
        const found = /API +(http:\/\/\S+)/.exec(output);
        if (found) resolve(found[1]!);
      });
      child.on('exit', () => reject(new Error(log)));
    });
    const post = (path: string, body: object, secret: string) =>
      fetch(address + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { conversation_id } = (await (
      await post('/v1/conversation', { user_id: canaries.email }, canaries.key)
    ).json()) as { conversation_id: string };
    const failed = await post(
      '/v1/conversation/message',
      { conversation_id, text: canaries.text },
      canaries.key,
    );
    assert.equal(failed.status, 500);
    await post('/v1/conversation', { user_id: 5, note: canaries.text }, canaries.key);
    await post(
      '/console/api/session',
      { email: canaries.email, password: 'canary password' },
      canaries.token,
    );
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    assert.match(log, /round failed/, 'the failure is logged');
    for (const [name, value] of Object.entries({ ...canaries, password: 'canary password' }))
      assert.ok(!log.includes(value), `${name} is in the log`);
    assert.ok(!output.includes(canaries.key), 'a preset key is not printed');
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
