import assert from 'node:assert/strict';
import { createFlowAgent, edge, model, reply as replyNode, start } from '../../support/flows/flow-agent.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { testService } from '../../support/service/service.ts';
import {
  heardText,
  prices,
  readLedger,
  recording,
  send,
  startSpeechBench,
} from '../../support/speech/speech-bench.ts';

const { scripted, speaking, speechServer } = await startSpeechBench();

testService('the service transcribes a recording as the words of the user', speaking, async (service) => {
  await service.configure({ prices });
  const answer = await send(service, [
    { type: 'audio', audio: { base64_content: recording, name: 'voice.mp3' } },
  ]);
  assert.equal(answer.status, 200);
  assert.equal(scripted().lastText(), heardText);
  // Ten frames of 36 ms are rounded up to four tenths of a second.
  const { tokens, credits } = answer.body.usage;
  assert.deepEqual(tokens.prompt_tokens_details, { audio_tokens: 4, text_tokens: 10 });
  assert.equal(credits.audio_input_credits, 0.004);
  assert.deepEqual(
    (await readLedger(service)).map((entry) => ({ ...entry, credits_nano: Number(entry.credits_nano) })),
    [
      { kind: 'asr', model: 'ear-1', credits_nano: 4_000_000 },
      { kind: 'chat', model: 'scripted', credits_nano: 15_000 },
    ],
  );
  assert.equal((await service.call('GET', '/v1/account/bill/total')).body.asr, 0.004);
});

testService('the transcript of a recording is remembered', speaking, async ({ call }) => {
  const { body } = await call('POST', '/v1/conversation', { user_id: 'ada' });
  const ask = (content: unknown) =>
    call('POST', '/v2/conversation/message', { ...body, messages: [{ role: 'user', content }] });
  await ask([{ type: 'audio', audio: { base64_content: recording, name: 'voice.mp3' } }]);
  await ask('And when does it come?');
  const [, question] = scripted().requests.at(-1)!.messages;
  assert.ok(question?.role === 'user' && question.parts[0]?.type === 'text');
  assert.ok(question.parts[0].text.includes(heardText), question.parts[0].text);
  const { qa } = (await call('GET', '/v1/message/qa/record/page')).body;
  assert.deepEqual(
    qa.map(({ q }: { q: string }) => q),
    ['And when does it come?', 'voice.mp3'],
  );
});

testService(
  'a recording is sent directly to a model that accepts audio, unless the agent disables it',
  () => speaking({ audio: true }),
  async (service) => {
    const audio = { type: 'audio', audio: { base64_content: recording } };
    await send(service, [audio]);
    const last = scripted().requests.at(-1)!.messages.at(-1)!;
    const [part] = last.role === 'user' ? last.parts : [];
    assert.ok(part?.type === 'audio' && part.mediaType === 'audio/mpeg');
    assert.deepEqual(
      (await readLedger(service)).map(({ kind }) => kind),
      ['chat'],
    );
    await service.configure({ recognition: { audio: 'system' } });
    await send(service, [audio]);
    assert.equal(scripted().lastText(), heardText);

    // A flow that branches by the text has the transcript, and its models still get the recording.
    const agent = await createFlowAgent(service);
    const sort = {
      id: 'sort',
      name: 'Sort',
      type: 'classifier',
      branches: [{ name: 'Parcels', keywords: ['parcel'] }],
    };
    await agent.publish({
      nodes: [start, sort, model('answer'), replyNode('yes', '{{answer}}'), replyNode('no', 'No.')],
      edges: [
        edge('start', 'sort'),
        edge('sort', 'answer', 'Parcels'),
        edge('answer', 'yes'),
        edge('sort', 'no', 'else'),
      ],
    });
    const sorted = await send(agent.calling, [audio]);
    assert.deepEqual(
      sorted.body.output.map((output: { from_component_branch: string }) => output.from_component_branch),
      ['Parcels'],
    );
    const asked = scripted().requests.at(-1)!.messages.at(-1)!;
    assert.equal(asked.role === 'user' && asked.parts[0]?.type, 'audio');
    await agent.publish({
      nodes: [start, model('answer'), replyNode('say', '{{answer}}')],
      edges: [edge('start', 'answer'), edge('answer', 'say')],
    });
    const unheard = await send(agent.calling, [audio]);
    assert.equal(
      unheard.body.usage.tokens.prompt_tokens_details.audio_tokens,
      0,
      'the recording is not transcribed',
    );
  },
);

testService(
  'a recording for a model that accepts audio is used for retrieval, and charged',
  () => speaking({ audio: true }),
  async (service) => {
    await service.configure({ prices });
    const audio = { type: 'audio', audio: { base64_content: recording, name: 'voice.mp3' } };
    const [data_id] = await addTexts(service, [
      { name: 'parcels.md', text: 'A parcel is handed over between nine and noon.' },
    ]);
    const seen = () => {
      const { messages } = scripted().requests.at(-1)!;
      const [system, last] = [messages[0], messages.at(-1)];
      assert.ok(system?.role === 'system' && last?.role === 'user');
      return { prompt: system.text, parts: last.parts.map(({ type }) => type) };
    };
    const heardIn = ({ body }: { body: { usage: { tokens: Record<string, { audio_tokens: number }> } } }) =>
      body.usage.tokens.prompt_tokens_details?.audio_tokens;

    const answer = await send(service, [audio]);
    assert.match(seen().prompt, /handed over between nine and noon/);
    assert.deepEqual(seen().parts, ['audio'], 'the model gets the recording and not a transcript');
    assert.equal(heardIn(answer), 4);
    assert.deepEqual(
      (await readLedger(service)).map(({ kind, model }) => [kind, model]),
      [
        ['asr', 'ear-1'],
        ['chat', 'scripted'],
        ['knowledge_doc_indexing', 'words'],
      ],
    );
    speechServer.breakDown();
    assert.equal(
      (await send(service, [audio])).status,
      200,
      'the model gets a recording that the service could not transcribe',
    );
    assert.deepEqual(seen().parts, ['audio']);
    speechServer.repair();
    const nowhere = await send(service, [audio], { conversation_config: { knowledge: { data_ids: [] } } });
    assert.equal(heardIn(nowhere), 0, 'no retrieval is needed');
    await service.configure({ recognition: { audio: 'model' } });
    assert.equal(heardIn(await send(service, [audio])), 0, 'the model gets all audio');
    await service.configure({ recognition: { audio: 'auto' } });
    await service.call('DELETE', `/v1/bot/doc/batch/delete?doc=${data_id}`);
    assert.equal(heardIn(await send(service, [audio])), 0, 'no retrieval is needed without documents');
  },
);

testService(
  'the model is informed of a recording that could not be transcribed',
  speaking,
  async (service) => {
    speechServer.breakDown();
    const answer = await send(service, [
      { type: 'audio', audio: { base64_content: recording, name: 'a.mp3' } },
    ]);
    assert.equal(answer.status, 200);
    assert.match(scripted().lastText(), /"a\.mp3", which could not be read/);
  },
);
