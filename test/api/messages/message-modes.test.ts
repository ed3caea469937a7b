import assert from 'node:assert/strict';
import { createScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { readEvents, testService } from '../../support/service/service.ts';

const model = () =>
  createScriptedModel(() => [{ say: 'Hello' }, { say: ', ' }, { say: 'Ada.' }], { usage: usageOf(12, 7) });

testService(
  'a version 2 blocking call returns the whole reply',
  () => model(),
  async ({ call, newConversation }) => {
    const conversationId = await newConversation();
    const { status, body } = await call('POST', '/v2/conversation/message', {
      conversation_id: conversationId,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    assert.equal(status, 200);
    assert.match(body.message_id, /^[0-9a-f]{24}$/);
    assert.match(body.answer_id, /^[0-9a-f]{24}$/);
    assert.notEqual(body.answer_id, body.message_id);
    assert.equal(String(body.create_time).length, 10);
    assert.deepEqual(
      { ...body, message_id: 0, answer_id: 0, create_time: 0 },
      {
        create_time: 0,
        conversation_id: conversationId,
        message_id: 0,
        answer_id: 0,
        output: [
          {
            from_component_branch: '',
            from_component_name: 'Default',
            content: { text: 'Hello, Ada.', audio: [] },
          },
        ],
        usage: {
          tokens: {
            total_tokens: 19,
            prompt_tokens: 12,
            prompt_tokens_details: { audio_tokens: 0, text_tokens: 12 },
            completion_tokens: 7,
            completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 7 },
          },
          credits: {
            total_credits: 0,
            text_input_credits: 0,
            text_output_credits: 0,
            audio_input_credits: 0,
            audio_output_credits: 0,
          },
        },
      },
    );
  },
);

testService(
  'a version 1 blocking call returns text and flow_output',
  () => model(),
  async ({ call, newConversation }) => {
    const conversationId = await newConversation();
    const { status, body } = await call('POST', '/v1/conversation/message', {
      conversation_id: conversationId,
      text: 'Hi',
    });
    assert.equal(status, 200);
    assert.equal(body.message_type, 'ANSWER');
    assert.equal(body.text, 'Hello, Ada.');
    assert.deepEqual(body.flow_output, [
      { content: 'Hello, Ada.', branch: null, from_component_name: 'Default' },
    ]);
    assert.equal(body.conversation_id, conversationId);
    assert.equal('message' in body, false, 'clients read a top-level message as an error');
  },
);

/** The bytes of a stream without the ids of this run. */
const golden = (text: string): string =>
  text.replaceAll(/"(message_id|answer_id)":"[0-9a-f]{24}"/g, '"$1":"…"');

testService(
  'a version 2 stream has exactly the bytes of the contract',
  () => model(),
  async ({ call, newConversation }) => {
    const { status, headers, text } = await call('POST', '/v2/conversation/message', {
      conversation_id: await newConversation(),
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.equal(
      golden(text),
      [
        'id: 1\ndata: {"code":11,"message":"MessageInfo","data":{"message_id":"…","answer_id":"…"}}\n\n',
        'id: 2\ndata: {"code":3,"message":"Text","data":"Hello"}\n\n',
        'id: 3\ndata: {"code":3,"message":"Text","data":", "}\n\n',
        'id: 4\ndata: {"code":3,"message":"Text","data":"Ada."}\n\n',
        'id: 5\ndata: {"code":10,"message":"FlowOutput","data":[{"content":"Hello, Ada.","branch":null,"from_component_name":"Default"}]}\n\n',
        'id: 6\ndata: {"code":4,"message":"Cost","data":{"total_tokens":19,"prompt_tokens":12,"prompt_tokens_details":{"audio_tokens":0,"text_tokens":12},"completion_tokens":7,"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"text_tokens":7}}}\n\n',
        'id: 7\ndata: {"code":0,"message":"End","data":null}\n\n',
      ].join(''),
    );
  },
);

testService(
  'a version 1 stream has only the codes 11, 3, 10 and 0',
  () => model(),
  async ({ call, newConversation }) => {
    const { text } = await call('POST', '/v1/conversation/message', {
      conversation_id: await newConversation(),
      response_mode: 'streaming',
      text: 'Hi',
    });
    assert.equal(
      golden(text),
      [
        'id: 1\ndata: {"code":11,"message":"MessageInfo","data":{"message_id":"…","answer_id":"…"}}\n\n',
        'id: 2\ndata: {"code":3,"message":"Text","data":"Hello"}\n\n',
        'id: 3\ndata: {"code":3,"message":"Text","data":", "}\n\n',
        'id: 4\ndata: {"code":3,"message":"Text","data":"Ada."}\n\n',
        'id: 5\ndata: {"code":10,"message":"FlowOutput","data":[{"content":"Hello, Ada.","branch":null,"from_component_name":"Default"}]}\n\n',
        'id: 6\ndata: {"code":0,"message":"End","data":null}\n\n',
      ].join(''),
    );
  },
);

testService(
  'a run that fails after its first event ends with the error and without End',
  () => createScriptedModel(() => [{ say: 'Well' }, { fail: 'cut' }]),
  async ({ call, newConversation }) => {
    const conversationId = await newConversation();
    const { status, text } = await call('POST', '/v2/conversation/message', {
      conversation_id: conversationId,
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    assert.equal(status, 200);
    const events = readEvents(text);
    assert.deepEqual(
      events.map((event) => event.code),
      [11, 3, 50000],
    );
    assert.equal(events[2]!.message, 'Internal system error');
    assert.equal(events[2]!.data, null);

    const blocking = await call('POST', '/v2/conversation/message', {
      conversation_id: conversationId,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    assert.equal(blocking.status, 500);
    assert.equal(blocking.body.code, 50000);
  },
);

testService(
  'a run that takes longer than the agent allows ends with an error, and its text is stored',
  () => createScriptedModel(() => [{ say: 'Thinking' }, { wait: new Promise(() => {}) }]),
  async ({ call, newConversation, configure, app }) => {
    await configure({ limits: { runTimeoutMs: 600 } });
    const { text } = await call('POST', '/v1/conversation/message', {
      conversation_id: await newConversation(),
      response_mode: 'streaming',
      text: 'Hi',
    });
    assert.deepEqual(
      readEvents(text).map((event) => event.code),
      [11, 3, 50000],
    );
    const round = await app.db.query
      .selectFrom('rounds')
      .select(['status', 'error_code'])
      .executeTakeFirstOrThrow();
    assert.deepEqual({ ...round }, { status: 'failed', error_code: 50000 });
  },
);
