import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ModelServer, startModelServer } from '../support/models/model-server.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { changeFirstAgent } from '../support/service/change-first-agent.ts';
import { readEvents } from '../support/service/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts';
import { eventually } from '../support/time/eventually.ts';

interface Stage {
  model: ModelServer;
  start(): Promise<ServiceProcess>;
}

/** A data folder, a model server, and processes of the service that run one after the other. */
const onStage = async (work: (stage: Stage) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-kill-'));
  const model = await startModelServer();
  const services: ServiceProcess[] = [];
  try {
    await work({
      model,
      start: async () => {
        const service = await startServiceProcess({
          FRONTDESK_DATA_DIR: folder,
          FRONTDESK_MODEL_BASE_URL: model.url,
          FRONTDESK_MODEL_NAME: 'stub',
        });
        services.push(service);
        return service;
      },
    });
  } finally {
    for (const service of services)
      if (service.process.exitCode === null && service.process.signalCode === null) await service.kill();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const newConversation = async (service: ServiceProcess): Promise<string> =>
  ((await (await service.post('/v1/conversation', { user_id: 'ada' })).json()) as { conversation_id: string })
    .conversation_id;

const message = (conversation_id: string, response_mode: string) => ({
  conversation_id,
  response_mode,
  messages: [{ role: 'user', content: 'How is it?' }],
});

const firstEvents = async (response: Response, count: number): Promise<string> => {
  let text = '';
  for await (const bytes of response.body!) {
    text += Buffer.from(bytes).toString();
    if (readEvents(text).length >= count) return text;
  }
  return text;
};

test('after a kill and restart a stream ends with an error, and the conversation continues', () =>
  onStage(async ({ model, start }) => {
    const first = await start();
    const conversationId = await newConversation(first);
    model.pause();
    const events = readEvents(
      await firstEvents(
        await first.post('/v2/conversation/message', message(conversationId, 'streaming')),
        2,
      ),
    );
    const { message_id: messageId } = events[0]!.data as { message_id: string };
    await first.kill();

    const second = await start();
    const rest = readEvents(
      await (await second.get(`/v1/conversation/message/stream?message_id=${messageId}`)).text(),
    );
    assert.deepEqual(rest[0], events[0], 'acknowledged events are still there');
    assert.equal(rest.at(-1)!.code, 50000);
    assert.equal(rest.filter((event) => event.code === 0).length, 0);
    model.goOn();
    const reply = await (
      await second.post('/v2/conversation/message', message(conversationId, 'blocking'))
    ).json();
    assert.equal(
      (reply as { output: { content: { text: string } }[] }).output[0]!.content.text,
      'All is well.',
    );
    assert.equal(await second.terminate(), 0);
  }));

test('acknowledged data survives a kill', () =>
  onStage(async ({ start }) => {
    const first = await start();
    const conversationId = await newConversation(first);
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await first.post('/v2/conversation/message', message(conversationId, 'blocking'));
        return (await response.json()) as { message_id: string };
      }),
    );
    // The kill follows the last acknowledgement immediately.
    await first.kill();
    const second = await start();
    for (const { message_id } of replies) {
      const stream = readEvents(
        await (await second.get(`/v1/conversation/message/stream?message_id=${message_id}`)).text(),
      );
      assert.equal(stream.at(-1)!.code, 0);
    }
  }));

test('a webhook round cut by a kill runs again and is delivered with its own id', () =>
  onStage(async ({ model, start }) => {
    const receiver = await startReceiver();
    try {
      const first = await start();
      await changeFirstAgent(first, { webhook: { url: receiver.url } });
      const conversationId = await newConversation(first);
      model.pause();
      const accepted = (await (
        await first.post('/v2/conversation/message', message(conversationId, 'webhook'))
      ).json()) as { message_id: string };
      await eventually('the model was asked', () => model.calls > 0);
      await first.kill();
      model.goOn();
      const second = await start();
      await eventually('the reply was delivered', () => receiver.calls.length > 0);
      const [delivery] = receiver.calls;
      assert.equal(JSON.parse(delivery!.body).message_id, accepted.message_id);
      assert.equal(JSON.parse(delivery!.body).output[0].content.text, 'All is well.');
      await second.terminate();
      assert.equal(receiver.calls.length, 1);
    } finally {
      await receiver.close();
    }
  }));

test('after SIGTERM a running reply finishes, and then the process ends with code 0', () =>
  onStage(async ({ model, start }) => {
    const service = await start();
    const conversationId = await newConversation(service);
    model.pause();
    const response = await service.post('/v2/conversation/message', message(conversationId, 'streaming'));
    const reading = response.text();
    await eventually('the model was asked', () => model.calls > 0);
    const ended = service.terminate();
    model.goOn();
    assert.equal(readEvents(await reading).at(-1)!.code, 0);
    assert.equal(await ended, 0);
  }));
