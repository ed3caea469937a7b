import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordErrorRate } from '../../src/speech/testing/word-error-rate.ts';
import { createScriptedModel } from '../support/scripted-model.ts';
import { withService } from '../support/service.ts';

const reply = 'Your order has been shipped. It will arrive on Monday morning.';

test('a spoken reply, sent back as a recording, is understood as its text', async () => {
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
