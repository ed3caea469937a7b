import assert from 'node:assert/strict';
import { openVisit } from '../../support/channels/visitor.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { makeWav } from '../../support/speech/make-wav.ts';
import {
  heardText,
  prices,
  readLedger,
  recording,
  startSpeechBench,
} from '../../support/speech/speech-bench.ts';

const { speaking, speechServer } = await startSpeechBench();

const audioOf = (base64_content: string, name = 'voice-message.wav') => ({ audio: { name, base64_content } });

const rowsOf = async ({ app }: TestService, table: 'files' | 'rounds' | 'conversations') =>
  (await app.db.query.selectFrom(table).select('id').execute()).length;

testService(
  'a recording becomes text that the visitor can correct; neither is stored',
  speaking,
  async (service) => {
    await service.configure({ prices });
    const visit = await openVisit(service);
    const { status, body } = await visit.call('POST', '/transcriptions', audioOf(recording));
    assert.deepEqual([status, body], [200, { text: heardText, problem: null }]);
    for (const table of ['files', 'rounds', 'conversations'] as const)
      assert.equal(await rowsOf(service, table), 0, table);
    assert.deepEqual(
      (await readLedger(service)).map(({ kind, model }) => [kind, model]),
      [['asr', 'ear-1']],
    );
  },
);

testService(
  'recordings without text are answered with the reason, and are not charged',
  speaking,
  async (service) => {
    await service.configure({ prices });
    const visit = await openVisit(service);
    const problemOf = async (bytes: Buffer) => {
      const { status, body } = await visit.call('POST', '/transcriptions', audioOf(bytes.toString('base64')));
      assert.equal(status, 200);
      return [body.text, body.problem];
    };
    assert.deepEqual(await problemOf(makeWav(new Float32Array(301), { sampleRate: 1 })), ['', 'too_long']);
    assert.deepEqual(
      await problemOf(makeWav(new Float32Array(16_000)).subarray(0, 20)),
      ['', 'unreadable'],
      'a truncated header',
    );
    assert.deepEqual(await readLedger(service), []);
  },
);

testService('invalid and too frequent recordings are rejected', speaking, async (service) => {
  await service.configure({ channels: { messagesPerMinute: 4 }, recognition: { maxAudioMb: 1 } });
  const visit = await openVisit(service);
  const refusal = async (body: unknown) => {
    const answer = await visit.call('POST', '/transcriptions', body);
    assert.equal(answer.body.code, 40000);
    return [answer.status, answer.body.message];
  };
  const large = Buffer.concat([Buffer.from(recording, 'base64'), Buffer.alloc(1024 * 1024)]).toString(
    'base64',
  );
  assert.deepEqual(await refusal(audioOf(large)), [400, 'audio must have at most 1 MB']);
  const [status, message] = await refusal(audioOf(Buffer.from('Just text').toString('base64'), 'a.txt'));
  assert.equal(status, 400);
  assert.match(message, /^audio must be an audio, but the file is of type txt/);
  assert.match((await refusal({ audio: { name: 'x' } }))[1], /audio\.base64_content/);
  await service.configure({ channels: { filesPerMessage: 0 } });
  assert.deepEqual(await refusal(audioOf(recording)), [400, 'audio: this chat does not accept files']);
  const limited = await visit.call('POST', '/transcriptions', audioOf(recording));
  assert.deepEqual([limited.status, limited.body.code], [429, 40008]);
});

testService(
  'a speech engine that fails is reported as an error of the service',
  speaking,
  async (service) => {
    const visit = await openVisit(service);
    speechServer.breakDown();
    const { status, body } = await visit.call('POST', '/transcriptions', audioOf(recording));
    assert.deepEqual([status, body.code], [500, 50000]);
  },
);

const voiceOf = async (service: TestService, ...languages: string[]) =>
  (await openVisit(service, { languages })).session.features.voice;

testService(
  'the microphone is offered only in languages of the speech engine',
  () => ({
    ...speaking(),
    environment: { ...speechServer.environment, FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES: 'en,pt-BR' },
  }),
  async (service) => {
    const shown = [];
    for (const languages of [['en-GB'], ['pt-BR'], ['pt-PT'], ['de'], ['gsw', 'en'], []])
      shown.push(await voiceOf(service, ...languages));
    assert.deepEqual(shown, ['text', 'text', 'none', 'none', 'text', 'text']);
    await service.configure({ channels: { filesPerMessage: 0 } });
    assert.equal(await voiceOf(service, 'en'), 'none');
  },
);

testService(
  'a recording for a model that accepts audio stays a file, in every language',
  () => speaking({ audio: true }),
  async (service) => {
    assert.equal(await voiceOf(service, 'de'), 'file');
    await service.configure({ recognition: { audio: 'system' } });
    assert.equal(await voiceOf(service, 'de'), 'text', 'the server supports all languages');
  },
);

testService('players know the length of recordings and spoken replies', speaking, async (service) => {
  await service.configure({ output: { audio: true } });
  const visit = await openVisit(service);
  const sent = await visit.call('POST', '/messages', {
    text: 'Listen',
    files: [{ name: 'voice.mp3', base64_content: recording }],
  });
  const conversationId = String(sent.headers['x-conversation-id']);
  const [question, answer] = await visit.read(conversationId);
  assert.equal(question.files[0].seconds, 0.36, 'ten frames of 36 ms');
  assert.ok(answer.audio[0].seconds > 1);
});
