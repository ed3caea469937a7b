import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { soundOf, startSpeechServer } from '../../support/servers/speech-server.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const speechServer = await startSpeechServer('Good morning.');
after(speechServer.close);

const dayMs = 24 * 60 * 60 * 1000;
let nowMs = Date.now();
const clock = { nowMs: () => nowMs };
const options = () => ({
  models: createScriptedModel().models,
  environment: speechServer.environment,
  clock,
});

const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');
const mp3 = base64(soundOf('abcdefghij'));
const png = base64(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]));

const toText = (service: TestService, audio: unknown) => service.call('POST', '/v1/audio-to-text', { audio });
const toAudio = (service: TestService, text: unknown) => service.call('POST', '/v1/text-to-audio', { text });
const get = (service: TestService, url: string, headers: Record<string, string> = {}) =>
  service.app.server.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, ''), headers });
const storedFiles = ({ app }: TestService) => app.db.query.selectFrom('files').select('id').execute();

testService('a recording becomes text, and only its charge is stored', options, async (service) => {
  await service.configure({ prices: { audioInputPerMillion: '1000' } });
  const answer = await toText(service, { base64_content: mp3, name: 'note.mp3', format: 'mp3' });
  assert.deepEqual([answer.status, answer.body], [200, { text: 'Good morning.' }]);
  assert.deepEqual(await storedFiles(service), []);
  const bill = (await service.call('GET', '/v1/account/bill/total')).body;
  assert.deepEqual([bill.asr, bill.chat], [0.004, 0]);
});

testService('an invalid recording is rejected with its field', options, async (service) => {
  const large = base64(Buffer.concat([soundOf('a'), Buffer.alloc(5 * 2 ** 20)]));
  for (const [audio, expected] of [
    [undefined, /audio/],
    [{}, /audio must have url or base64_content/],
    [
      { url: 'http://127.0.0.1/x.mp3', base64_content: mp3 },
      /audio must have url or base64_content, not both/,
    ],
    [{ base64_content: '%%%' }, /audio\.base64_content must be base64/],
    [{ base64_content: png, name: 'a.mp3' }, /audio must be an audio, but the file is of type png/],
    [{ base64_content: base64('just text'), name: 'a.mp3' }, /audio must be an audio/],
    [
      { base64_content: base64(Buffer.from([0, 1, 2, 255, 0, 0, 9])), name: 'a.amr' },
      /audio has an unsupported file type; audio is mp3, wav, aac, m4a, ogg or flac/,
    ],
    [{ base64_content: base64('OggS and more') }, /damaged/],
    [{ base64_content: large }, /audio must have at most 5 MB/],
    [{ url: 'ftp://example.com/a.mp3' }, /audio\.url must be an http or https URL/],
    [{ url: 'http://169.254.169.254/a.mp3' }, /audio\.url could not be fetched/],
  ] as const) {
    const answer = await toText(service, audio);
    assert.deepEqual([answer.status, answer.body.code], [400, 40000], JSON.stringify(answer.body));
    assert.match(answer.body.message, expected);
  }
  assert.deepEqual(await storedFiles(service), []);
});

testService('a text becomes a file with a signed URL', options, async (service) => {
  await service.configure({ prices: { audioOutputPerMillion: '1000' } });
  const answer = await toAudio(service, 'Hello there');
  assert.equal(answer.status, 200);
  const { url, seconds } = answer.body.audio;
  assert.equal(seconds, 0.396);
  const file = await get(service, url);
  assert.equal(file.statusCode, 200);
  assert.deepEqual(file.rawPayload, soundOf('Hello there'));
  assert.equal(file.headers['content-type'], 'audio/mpeg');
  assert.equal(file.headers['x-content-type-options'], 'nosniff');
  assert.equal(file.headers['accept-ranges'], 'bytes');
  assert.equal((await service.call('GET', '/v1/account/bill/total')).body.tts, 0.008);
  await service.restart();
  assert.equal((await get(service, url)).statusCode, 200);
});

testService('players may request parts of a file', options, async (service) => {
  const { url } = (await toAudio(service, 'Hello there')).body.audio;
  const sound = soundOf('Hello there');
  const part = await get(service, url, { range: 'bytes=100-199' });
  assert.equal(part.statusCode, 206);
  assert.equal(part.headers['content-range'], `bytes 100-199/${sound.length}`);
  assert.deepEqual(part.rawPayload, sound.subarray(100, 200));
  const beyond = await get(service, url, { range: `bytes=${sound.length}-` });
  assert.equal(beyond.statusCode, 416);
  assert.equal(beyond.headers['content-range'], `bytes */${sound.length}`);
});

testService('a changed or invented URL gives no access', options, async (service) => {
  const first = new URL((await toAudio(service, 'One')).body.audio.url);
  const second = new URL((await toAudio(service, 'Two')).body.audio.url);
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(first);
    change(url);
    return url.href;
  };
  for (const url of [
    changed((one) => one.searchParams.set('expires', String(Number(one.searchParams.get('expires')) + 1))),
    changed((one) => one.searchParams.set('signature', '')),
    changed((one) => one.searchParams.delete('signature')),
    changed((one) => one.searchParams.delete('expires')),
    changed((one) => one.searchParams.set('expires', '9'.repeat(400))),
    changed((one) => one.searchParams.append('expires', '1')),
    changed((one) => {
      one.pathname = second.pathname;
    }),
    changed((one) => {
      one.pathname = '/files/..%2f..%2fetc%2fpasswd';
    }),
  ]) {
    const answer = await get(service, url);
    assert.ok([400, 404].includes(answer.statusCode), `${url} ${answer.statusCode}`);
  }
  assert.equal((await get(service, first.href)).statusCode, 200);
});

testService('a URL expires, and its file is deleted', options, async (service) => {
  const { url } = (await toAudio(service, 'Hello')).body.audio;
  nowMs += 7 * dayMs - 60_000;
  assert.equal((await get(service, url)).statusCode, 200);
  await service.app.rooms.sharedFiles.sweep(nowMs);
  assert.equal((await storedFiles(service)).length, 1);
  nowMs += 120_000;
  assert.equal((await get(service, url)).statusCode, 404);
  await service.app.rooms.sharedFiles.sweep(nowMs);
  assert.deepEqual(await storedFiles(service), []);
});

testService('texts that cannot be spoken are rejected', options, async (service) => {
  for (const text of [undefined, null, '', '  ', 5, 'x'.repeat(4097), '🎉']) {
    const answer = await toAudio(service, text);
    assert.deepEqual([answer.status, answer.body.code], [400, 40000], JSON.stringify(text));
    assert.match(answer.body.message, /text/);
  }
});

testService('speech without enough credits is rejected in advance', options, async (service) => {
  await service.configure({ prices: { audioInputPerMillion: '1000', audioOutputPerMillion: '1000' } });
  const balance = (nano: number) =>
    service.app.db.query.updateTable('workspaces').set({ balance_nano: nano }).execute();
  const refused = async (): Promise<void> => {
    for (const answer of [await toText(service, { base64_content: mp3 }), await toAudio(service, 'Hello')])
      assert.deepEqual([answer.status, answer.body.code], [402, 20022]);
    assert.deepEqual(await storedFiles(service), []);
  };
  const heardBefore = speechServer.heardCount();
  const spokenBefore = speechServer.spoken.length;
  for (const nano of [0, 1000]) {
    await balance(nano);
    await refused();
  }
  // Errors of the call are reported first.
  assert.equal((await toText(service, { base64_content: png })).status, 400);
  assert.equal((await toAudio(service, '🎉')).status, 400);
  // The length of a recording is known in advance, that of spoken text only afterwards: 4 tokens each.
  await balance(3_999_999);
  await refused();
  assert.equal(speechServer.heardCount(), heardBefore);
  assert.equal(speechServer.spoken.length, spokenBefore + 1);
  await balance(8_000_000);
  assert.equal((await toText(service, { base64_content: mp3 })).status, 200);
  assert.equal((await toAudio(service, 'Hello')).status, 200);
});

testService('a failing speech server is an internal error without its message', options, async (service) => {
  speechServer.breakDown();
  const answer = await toAudio(service, 'Hello');
  speechServer.repair();
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.message],
    [500, 50000, 'Internal system error'],
  );
});

testService('the same key is answered once and charged once', options, async (service) => {
  await service.configure({ prices: { audioInputPerMillion: '1000', audioOutputPerMillion: '1000' } });
  const call = (path: string, body: object, key: string) =>
    service.call('POST', path, body, { headers: { 'idempotency-key': key } });
  const spoken = await Promise.all(
    [1, 2, 3].map(() => call('/v1/text-to-audio', { text: 'Hello there' }, 'one')),
  );
  assert.equal(new Set(spoken.map(({ body }) => body.audio.url)).size, 1);
  assert.equal((await get(service, spoken[0]!.body.audio.url)).statusCode, 200);
  assert.equal((await storedFiles(service)).length, 1);
  for (const _again of [1, 2])
    assert.equal(
      (await call('/v1/audio-to-text', { audio: { base64_content: mp3 } }, 'two')).body.text,
      'Good morning.',
    );
  const bill = (await service.call('GET', '/v1/account/bill/total')).body;
  assert.deepEqual([bill.tts, bill.asr], [0.008, 0.004]);
  assert.equal((await call('/v1/text-to-audio', { text: 'Other' }, 'one')).status, 400);
});
