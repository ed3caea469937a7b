import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decodeAudio } from '../../../src/speech/audio/decode-audio.ts';
import { openVisit } from '../../support/channels/visitor.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { withService } from '../../support/service/service.ts';
import { makeWav } from '../../support/speech/make-wav.ts';
import { wordErrorRate } from '../../support/speech/word-error-rate.ts';

const reply = 'Your order has been shipped. It will arrive on Monday morning.';

test('a spoken reply, sent back as a recording, is transcribed to its text', async () => {
  const scripted = createScriptedModel(() => [{ say: reply }]);
  await withService('sqlite', { models: scripted.models }, async (service) => {
    await service.configure({ output: { audio: true } });
    const send = async (content: unknown) =>
      service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation(),
        messages: [{ role: 'user', content }],
      });
    const answer = await send('Where is my order?');
    const [{ audio, transcript }] = answer.body.output[0].content.audio;
    assert.equal(transcript, reply);
    const file = await service.app.server.inject({ url: audio.replace(/^https?:\/\/[^/]+/, '') });
    const base64_content = file.rawPayload.toString('base64');
    const heard = await service.call('POST', '/v1/audio-to-text', { audio: { base64_content } });
    assert.ok(wordErrorRate(reply, heard.body.text) <= 0.2, heard.body.text);
    await send([{ type: 'audio', audio: { base64_content } }]);
    assert.equal(scripted.lastText(), heard.body.text);
  });
});

test('a reply in a language without a voice is sent as text, and the trace has the reason', async () => {
  const replies = [
    '您的订单 A-1001 已发货，周一上午送达。',
    'Hello. Su pedido ha sido enviado y llega el lunes.',
  ];
  const scripted = createScriptedModel((_request, call) => [{ say: replies[call - 1]! }]);
  await withService('sqlite', { models: scripted.models }, async (service) => {
    await service.configure({ output: { audio: true } });
    const ask = async () => {
      const answer = await service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation(),
        messages: [{ role: 'user', content: 'Where is my order?' }],
      });
      const { steps } = await service.app.db.query
        .selectFrom('traces')
        .select('steps')
        .where('round_id', '=', answer.body.message_id)
        .executeTakeFirstOrThrow();
      const spoken = (JSON.parse(steps) as { kind: string; detail?: { warnings?: string[] } }[]).filter(
        ({ kind }) => kind === 'speech',
      );
      return {
        ...answer.body.output[0].content,
        warnings: spoken.flatMap(({ detail }) => detail?.warnings ?? []),
      };
    };
    const chinese = await ask();
    assert.deepEqual([chinese.text, chinese.audio], [replies[0], []]);
    assert.equal(chinese.warnings.length, 1);
    assert.match(chinese.warnings[0], /voice flite does not speak the language/);
    // The part that can be spoken is spoken, and the transcript contains only that part.
    const mixed = await ask();
    assert.equal(mixed.text, replies[1]);
    assert.deepEqual(
      mixed.audio.map(({ transcript }: { transcript: string }) => transcript),
      ['Hello.'],
    );
    const refused = await service.call('POST', '/v1/text-to-audio', { text: replies[0] });
    assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
    assert.match(refused.body.message, /a language the voice flite does not speak/);
  });
});

test('a recording that is not in English is refused, and the model is told the reason', async () => {
  const scripted = createScriptedModel(() => [{ say: 'Sorry.' }]);
  await withService('sqlite', { models: scripted.models }, async (service) => {
    const bytes = readFileSync(new URL('../../fixtures/recordings/order.aac', import.meta.url));
    // Backwards, it has the sounds of a voice and no words of any language.
    const backwards = makeWav((await decodeAudio(bytes, 'aac')).toReversed());
    const audio = { base64_content: backwards.toString('base64'), name: 'voice.wav' };
    const refused = await service.call('POST', '/v1/audio-to-text', { audio });
    assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
    assert.match(refused.body.message, /^audio: The recording is not clear, or not in a language/);

    const answer = await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation(),
      messages: [{ role: 'user', content: [{ type: 'audio', audio }] }],
    });
    assert.equal(answer.status, 200);
    assert.match(scripted.lastText(), /not in a language that speech recognition supports/);
    assert.equal(answer.body.usage.tokens.prompt_tokens_details.audio_tokens, 0, 'not charged');

    const english = (await openVisit(service, { languages: ['en-US'] })).session.features.voice;
    const german = await openVisit(service, { languages: ['de'] });
    assert.deepEqual([english, german.session.features.voice], ['text', 'none']);
    const { body } = await german.call('POST', '/transcriptions', { audio });
    assert.deepEqual(body, { text: '', problem: 'language' });
  });
});
