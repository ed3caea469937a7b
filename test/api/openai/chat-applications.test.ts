import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

/** Requests as chat applications send them, with the parameters that they set by default. */
const path = '/openai/v1/chat/completions';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const chunksOf = (text: string) => {
  const events = text.split('\n\n').filter((event) => event.startsWith('data: '));
  assert.equal(events.at(-1), 'data: [DONE]');
  return events.slice(0, -1).map((event) => JSON.parse(event.slice(6)));
};

const streamed = async (service: TestService, body: object, headers: Record<string, string> = {}) => {
  const { status, text, headers: sent } = await service.call('POST', path, body, { headers });
  assert.equal(status, 200, text);
  assert.match(String(sent['content-type']), /^text\/event-stream/);
  const chunks = chunksOf(text);
  assert.ok(chunks.every((chunk) => chunk.object === 'chat.completion.chunk' && chunk.id === chunks[0].id));
  return chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
};

const echo = createScriptedModel(undefined, { takes: { image: true } });

testService('a chat of Open WebUI is answered', { models: echo.models }, async (service) => {
  const { body: models } = await service.call('GET', '/openai/v1/models');
  const [{ id, name }] = models.data;
  assert.ok(name);
  const answer = await streamed(
    service,
    {
      stream: true,
      model: id,
      messages: [
        { role: 'system', content: 'User Context:\n\n\nYou answer in English.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is in the picture?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          ],
        },
        { role: 'assistant', content: 'A dot.' },
        { role: 'user', content: 'Which colour?' },
      ],
      temperature: 0.8,
      top_p: 0.9,
      frequency_penalty: 1,
      seed: 7,
      stop: ['###'],
      logit_bias: {},
      stream_options: { include_usage: true },
    },
    { 'x-openwebui-user-name': 'Ada', 'x-openwebui-user-id': '1', 'http-referer': 'https://openwebui.com/' },
  );
  assert.equal(answer, 'You said: Which colour?');
  assert.equal(echo.requests.at(-1)!.messages.filter(({ role }) => role === 'user').length, 2);
  const task = await service.call('POST', path, {
    model: id,
    messages: [
      {
        role: 'user',
        content: '### Task:\nGenerate a concise title.\n### Chat History:\n<chat_history></chat_history>',
      },
    ],
    stream: false,
    max_completion_tokens: 1000,
  });
  assert.match(task.body.choices[0].message.content, /^You said: ### Task/);
});

testService('a chat of LibreChat is answered', { models: echo.models }, async (service) => {
  const { body: models } = await service.call('GET', '/openai/v1/models', undefined, {
    headers: { accept: 'application/json, text/plain, */*', 'user-agent': 'axios/1.12.1' },
  });
  const [{ id }] = models.data;
  const user = '665f1e5d3b0c2a0012345678';
  const body = {
    model: id,
    user,
    temperature: 1,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'You are in LibreChat.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'How are you?' },
    ],
  };
  assert.equal(await streamed(service, body), 'You said: How are you?');
  const title = await service.call('POST', path, {
    model: id,
    user,
    temperature: 0.2,
    presence_penalty: 0,
    frequency_penalty: 0,
    max_tokens: 16,
    messages: [
      { role: 'system', content: 'Please generate a concise, 5-word-or-less title\n\n||>User:\n"Hello"' },
      { role: 'user', content: 'Provide the title.' },
    ],
  });
  assert.equal(title.status, 200, title.text);
  const rounds = await service.app.db.query.selectFrom('rounds').select('user_id').execute();
  assert.deepEqual([...new Set(rounds.map(({ user_id }) => user_id))], [user]);
});
