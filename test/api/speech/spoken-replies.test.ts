import assert from 'node:assert/strict';
import { openConsoleCalls, readNamedEvents } from '../../support/console/console-calls.ts';
import { createFlowAgent, edge, model, reply as replyNode, start } from '../../support/flows/flow-agent.ts';
import { frameSeconds, soundOf } from '../../support/servers/speech-server.ts';
import { readEvents, testService } from '../../support/service/service.ts';
import {
  fetchFile,
  heardText,
  prices,
  readLedger,
  recording,
  reply,
  send,
  sentences,
  startSpeechBench,
} from '../../support/speech/speech-bench.ts';
import { eventually } from '../../support/time/eventually.ts';

const { speaking, speechServer } = await startSpeechBench();

testService(
  'an agent answers with audio, with the same words in audio and text',
  speaking,
  async (service) => {
    await service.configure({ output: { audio: true }, prices });
    const answer = await send(service, 'Where is it?');
    assert.equal(answer.status, 200);
    const { content } = answer.body.output[0];
    assert.equal(content.text, reply);
    assert.deepEqual(Object.keys(content.audio[0]).sort(), ['audio', 'transcript']);
    assert.equal(content.audio[0].transcript, reply);
    assert.deepEqual(
      speechServer.spoken,
      sentences.map((sentence) => sentence.trim()),
    );
    const sound = Buffer.concat(speechServer.spoken.map(soundOf));
    const file = await fetchFile(service, content.audio[0].audio);
    assert.equal(file.statusCode, 200);
    assert.equal(file.headers['content-type'], 'audio/mpeg');
    assert.deepEqual(file.rawPayload, sound);
    const audioTokens = answer.body.usage.tokens.completion_tokens_details.audio_tokens;
    const seconds = speechServer.spoken.join('').length * frameSeconds;
    assert.ok(audioTokens >= seconds * 20 && audioTokens < seconds * 20 + sentences.length, `${audioTokens}`);
    assert.equal(answer.body.usage.credits.audio_output_credits, (audioTokens * 2000) / 1_000_000);
    const spent = (await readLedger(service)).map(({ kind, credits_nano }) => [kind, Number(credits_nano)]);
    assert.deepEqual(spent, [
      ['chat', 15_000],
      ['tts', audioTokens * 2_000_000],
    ]);
  },
);

testService('a test chat returns the recording of a spoken reply', speaking, async (service) => {
  await service.configure({ output: { audio: true } });
  const { call, agent } = await openConsoleCalls(service);
  const tried = readNamedEvents((await call('POST', `${agent}/try`, { text: 'Where is it?' })).text);
  const [{ url, transcript }] = tried.at(-1)!.data.recordings;
  assert.equal(transcript, reply);
  const file = await fetchFile(service, url);
  assert.deepEqual(file.rawPayload, Buffer.concat(speechServer.spoken.map(soundOf)));
});

testService('a stream sends audio together with the text', speaking, async (service) => {
  await service.configure({ output: { audio: true } });
  const { text } = await send(service, 'Where is it?', { response_mode: 'streaming' });
  const events = readEvents(text);
  const codes = events.map(({ code }) => code);
  assert.deepEqual([codes[0], ...codes.slice(-3)], [11, 10, 4, 0]);
  assert.ok(codes.slice(1, -3).every((code) => code === 3 || code === 39));
  const audio = events
    .filter(({ code }) => code === 39)
    .map(({ data }) => data as { audioAnswer: string; transcript: string });
  assert.ok(audio.every(({ audioAnswer, transcript }) => (audioAnswer === '') !== (transcript === '')));
  assert.equal(audio.map(({ transcript }) => transcript).join(''), reply);
  const sound = Buffer.concat(speechServer.spoken.map(soundOf));
  const fragments = audio.map(({ audioAnswer }) => audioAnswer);
  assert.deepEqual(Buffer.concat(fragments.map((fragment) => Buffer.from(fragment, 'base64'))), sound);
  assert.deepEqual(Buffer.from(fragments.join(''), 'base64'), sound);
  const [flowOutput] = events.find(({ code }) => code === 10)!.data as {
    content: string;
    audioDatas: { url: string; transcript: string; seconds: number }[];
  }[];
  assert.equal(flowOutput?.content, reply);
  const [data] = flowOutput.audioDatas;
  assert.deepEqual(Object.keys(data!).sort(), ['seconds', 'transcript', 'url']);
  assert.equal(data!.transcript, reply);
  assert.ok(Math.abs(data!.seconds - (sound.length / 144) * frameSeconds) < 0.01);
  assert.deepEqual((await fetchFile(service, data!.url)).rawPayload, sound);
});

testService('version 1 has no audio', speaking, async (service) => {
  await service.configure({ output: { audio: true } });
  const body = { conversation_id: await service.newConversation(), text: 'Where is it?' };
  const answer = await service.call('POST', '/v1/conversation/message', body);
  assert.equal(answer.body.text, reply);
  assert.deepEqual(Object.keys(answer.body.flow_output[0]).sort(), [
    'branch',
    'content',
    'from_component_name',
  ]);
  const { text } = await service.call('POST', '/v1/conversation/message', {
    ...body,
    response_mode: 'streaming',
  });
  assert.ok(readEvents(text).every(({ code }) => [11, 3, 10, 0].includes(code)));
  assert.deepEqual(speechServer.spoken, []);
});

testService('if speech fails, the reply has no audio but its text', speaking, async (service) => {
  await service.configure({ output: { audio: true } });
  speechServer.breakDown();
  const answer = await send(service, 'Where is it?');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body.output[0].content, { text: reply, audio: [] });
});

testService('in a round, too, speech and transcription need enough credits', speaking, async (service) => {
  await service.configure({
    prices: { audioInputPerMillion: '1000', audioOutputPerMillion: '2000' },
    output: { audio: true },
  });
  const balance = (nano: number) =>
    service.app.db.query.updateTable('workspaces').set({ balance_nano: nano }).execute();
  const left = async () => {
    const query = service.app.db.query.selectFrom('workspaces').select(['balance_nano', 'reserved_nano']);
    const { balance_nano, reserved_nano } = await query.executeTakeFirstOrThrow();
    return [balance_nano, reserved_nano];
  };
  await balance(1000);
  const heardBefore = speechServer.heardCount();
  const unheard = await send(service, [{ type: 'audio', audio: { base64_content: recording } }]);
  assert.deepEqual([unheard.status, unheard.body.code], [402, 20022]);
  assert.equal(speechServer.heardCount(), heardBefore, 'nobody listened');
  // The text is free here. Only the audio is missing.
  const unspoken = await send(service, 'Where is it?');
  assert.deepEqual(unspoken.body.output[0].content, { text: reply, audio: [] });
  assert.equal(speechServer.spoken.length, 1, 'no further sentence is spoken after the first one');
  assert.deepEqual(await left(), [1000, 0]);
  // The first sentence has 17 frames of 36 ms, rounded up to 13 twentieths of a second, at 2000 credits a million.
  await balance(26_000_000);
  const half = await send(service, 'Where is it?');
  assert.deepEqual(
    half.body.output[0].content.audio.map(({ transcript }: { transcript: string }) => transcript),
    ['It is on its way.'],
  );
  assert.deepEqual(await left(), [0, 0]);
});

testService('audio is deleted when its conversation is erased', speaking, async (service) => {
  await service.configure({ output: { audio: true } });
  const answer = await send(service, 'Where is it?');
  const { audio } = answer.body.output[0].content.audio[0];
  const { agent_id } = await service.app.db.query
    .selectFrom('conversations')
    .select('agent_id')
    .executeTakeFirstOrThrow();
  await service.app.rooms.erasure.conversation(agent_id, answer.body.conversation_id, async () => {});
  assert.equal((await fetchFile(service, audio)).statusCode, 404);
  assert.deepEqual(await service.app.db.query.selectFrom('files').selectAll().execute(), []);
});

testService(
  'every output of a flow has its own audio, and a recording is transcribed once',
  speaking,
  async (service) => {
    const agent = await createFlowAgent(service, { settings: { output: { audio: true } } });
    await agent.publish({
      nodes: [
        start,
        replyNode('repeat', 'You asked: {{question}}'),
        model('first'),
        model('second'),
        replyNode('bye', 'Good bye.'),
      ],
      edges: [
        edge('start', 'repeat'),
        edge('repeat', 'first'),
        edge('first', 'second'),
        edge('second', 'bye'),
      ],
    });
    const answer = await send(agent.calling, [{ type: 'audio', audio: { base64_content: recording } }]);
    assert.equal(answer.status, 200, answer.text);
    const outputs = answer.body.output as { content: { text: string; audio: { audio: string }[] } }[];
    assert.deepEqual(
      outputs.map(({ content }) => content.text),
      [`You asked: ${heardText}`, 'Good bye.'],
    );
    for (const { content } of outputs)
      assert.deepEqual((await fetchFile(service, content.audio[0]!.audio)).rawPayload, soundOf(content.text));
    assert.equal(answer.body.usage.tokens.prompt_tokens_details.audio_tokens, 4);
  },
);

testService('a spoken reply is streamed again unchanged', speaking, async (service) => {
  await service.configure({ output: { audio: true } });
  const answer = await send(service, 'Where is it?', { response_mode: 'streaming' });
  const [{ message_id }] = readEvents(answer.text).map(({ data }) => data) as [{ message_id: string }];
  const again = await service.call('GET', `/v1/conversation/message/stream?message_id=${message_id}&after=1`);
  assert.equal(again.text, answer.text.slice(answer.text.indexOf('\n\n') + 2));
});

testService('a stopped reply keeps its text and the audio made until then', speaking, async (service) => {
  await service.configure({ output: { audio: true }, prices });
  /** Stops while the last of these sentences is being spoken. */
  const stopAt = async (sentence: number) => {
    speechServer.spoken.length = 0;
    let release = speechServer.hold();
    const answer = send(service, 'Where is it?', { response_mode: 'streaming' });
    for (let at = 1; at <= sentence; at++) {
      await eventually('the next sentence is asked for', () => speechServer.spoken.length === at);
      const before = release;
      if (at < sentence) release = speechServer.hold();
      if (at < sentence) before();
    }
    const { id } = await service.app.db.query
      .selectFrom('rounds')
      .select('id')
      .where('status', '=', 'running')
      .executeTakeFirstOrThrow();
    await service.call('POST', '/v1/conversation/message/stop', { message_id: id });
    const events = readEvents((await answer).text);
    release();
    assert.deepEqual(
      events.slice(-3).map(({ code }) => code),
      [10, 4, 0],
    );
    const [output] = events.at(-3)!.data as {
      content: string;
      audioDatas?: { url: string; transcript: string }[];
    }[];
    assert.equal(output?.content, reply);
    return output.audioDatas;
  };
  assert.equal(await stopAt(1), undefined);
  assert.equal((await readLedger(service)).filter(({ kind }) => kind === 'tts').length, 0);
  const [data, ...others] = (await stopAt(2))!;
  const first = sentences[0]!.trim();
  assert.deepEqual([data?.transcript, others], [first, []]);
  assert.deepEqual((await fetchFile(service, data!.url)).rawPayload, soundOf(first));
  const [paid] = (await readLedger(service)).filter(({ kind }) => kind === 'tts');
  const tokens = Math.ceil(first.length * frameSeconds * 20);
  assert.equal(Number(paid?.credits_nano), tokens * 2_000_000);
});

testService('a reply of a flow is sent as text, as audio or as both', speaking, async (service) => {
  const agent = await createFlowAgent(service);
  await agent.publish({
    nodes: [
      start,
      { ...replyNode('heard', 'I am heard.'), output: 'audio' },
      { ...replyNode('read', 'I am read.'), output: 'text' },
      { ...replyNode('both', 'I am both.'), output: 'both' },
      replyNode('plain', 'I am plain.'),
    ],
    edges: [edge('start', 'heard'), edge('heard', 'read'), edge('read', 'both'), edge('both', 'plain')],
  });
  const conversationId = await agent.newConversation();
  const { body } = await agent.send(conversationId, 'Hello');
  const outputs = body.output as {
    content: { text: string; audio: { audio: string; transcript: string }[] };
  }[];
  assert.deepEqual(
    outputs.map(({ content }) => [content.text, content.audio.map(({ transcript }) => transcript)]),
    [
      ['', ['I am heard.']],
      ['I am read.', []],
      ['I am both.', ['I am both.']],
      ['I am plain.', []],
    ],
  );
  const [heard] = outputs[0]!.content.audio;
  assert.deepEqual((await fetchFile(service, heard!.audio)).rawPayload, soundOf('I am heard.'));

  const events = readEvents((await agent.send(conversationId, 'Hello', 'streaming')).text);
  const written = events.filter(({ code }) => code === 3).map(({ data }) => data);
  assert.equal(written.join(''), 'I am read.\n\nI am both.\n\nI am plain.');
  const transcripts = events.flatMap(({ code, data }) =>
    code === 39 ? [(data as { transcript: string }).transcript] : [],
  );
  assert.equal(transcripts.join(''), 'I am heard.I am both.');
  const flowOutput = events.find(({ code }) => code === 10)!.data as { content: string; audioDatas?: [] }[];
  assert.deepEqual(
    flowOutput.map(({ content, audioDatas }) => [content, audioDatas?.length ?? 0]),
    [
      ['', 1],
      ['I am read.', 0],
      ['I am both.', 1],
      ['I am plain.', 0],
    ],
  );

  const whole = 'I am heard.\n\nI am read.\n\nI am both.\n\nI am plain.';
  const first = await agent.send(conversationId, 'Hello', 'blocking', 1);
  assert.equal(first.body.text, whole);
  assert.ok(first.body.flow_output.every((one: object) => !('audioDatas' in one)));
  const { qa } = (await agent.calling.call('GET', '/v1/message/qa/record/page')).body;
  assert.ok(qa.every(({ a }: { a: string }) => a === whole));

  speechServer.breakDown();
  const unheard = readEvents((await agent.send(conversationId, 'Hello', 'streaming')).text);
  assert.equal(unheard.flatMap(({ code, data }) => (code === 3 ? [data] : [])).join(''), whole);
  const given = unheard.find(({ code }) => code === 10)!.data as { content: string }[];
  assert.equal(given[0]?.content, 'I am heard.');
});
