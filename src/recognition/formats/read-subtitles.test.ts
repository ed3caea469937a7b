import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectType } from '../detect/detect-type.ts';
import { RecognitionError } from '../recognition-error.ts';
import { readSubtitles } from './read-subtitles.ts';

const read = (text: string): string[] => readSubtitles(Buffer.from(text)).markdown.split('\n\n');

test('subtitles become passages with their times', () => {
  const srt =
    '1\r\n00:00:01,000 --> 00:00:03,000\r\n<i>Welcome to</i>\r\nthe shop.\r\n\r\n2\r\n00:00:03,100 --> 00:00:05,000\r\n{\\an8}We open at nine.\r\n\r\n3\r\n01:02:03,000 --> 01:02:04,000\r\nGoodbye.\r\n';
  assert.deepEqual(read(srt), ['[00:00:01] Welcome to the shop. We open at nine.', '[01:02:03] Goodbye.']);
});

test('WebVTT keeps speakers and leaves out notes, styles and repeated lines', () => {
  const vtt = `WEBVTT - Meeting

NOTE not spoken

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 position:10%
<v Ann>Shall we start &amp; finish?

00:02.000 --> 00:03.000
<v Ann>Shall we start &amp; finish?
<v.loud Bob>Yes, <00:02.500><c>now</c>.`;
  assert.deepEqual(read(vtt), ['[00:00:01] Ann: Shall we start & finish?', '[00:00:02] Bob: Yes, now.']);
});

test('long speech is divided into passages at sentence ends', () => {
  const cues = Array.from(
    { length: 60 },
    (_, index) =>
      `00:00:${String(index).padStart(2, '0')}.000 --> 00:00:${String(index + 1).padStart(2, '0')}.000\nSentence number ${index} of the talk.\n`,
  );
  const passages = read(`WEBVTT\n\n${cues.join('\n')}`);
  assert.ok(passages.length > 3 && passages.every((text) => text.length < 600 && text.endsWith('.')));
});

test('a file without cues is refused, and a huge one is read in linear time', () => {
  assert.throws(
    () => read('WEBVTT\n\nNOTE nothing'),
    (error) => error instanceof RecognitionError && error.reason === 'damaged',
  );
  const line = `${'<'.repeat(1_000)}${'{\\'.repeat(500)}\n`;
  const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index}\n`).join('');
  const cue = '00:00:01,000 --> 00:00:02,000\n';
  assert.ok(read(`1\n${cue}${line.repeat(2_000)}\n2\n${cue}${lines}\n3\n${cue}${lines}`).length > 100);
});

test('subtitles are recognised by name and by content', async () => {
  const format = async (text: string, name?: string) =>
    (await detectType({ bytes: Buffer.from(text) }, name)).format;
  assert.equal(await format('WEBVTT\n\n00:01.000 --> 00:02.000\nx'), 'vtt');
  assert.equal(await format('1\n00:00:01,000 --> 00:00:02,000\nx', 'a.vtt'), 'srt');
  assert.equal(await format('words', 'a.srt'), 'srt');
  assert.equal(await format('WEBVTT words', 'a.txt'), 'txt');
});
