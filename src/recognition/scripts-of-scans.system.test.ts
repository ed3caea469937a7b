import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { createRecognition } from './create-recognition.ts';
import { RecognitionError } from './recognition-error.ts';

// A long limit, so that results do not depend on the speed of the machine.
const recognition = createRecognition({ workers: 2, timeoutMs: 120_000 });
after(() => recognition.close());

const fixture = (name: string) => readFile(new URL(`../../test/fixtures/documents/${name}`, import.meta.url));

test('a scan in a script that cannot be recognised is refused instead of read as other letters', async () => {
  for (const name of ['hebrew.png', 'korean.png'])
    await assert.rejects(recognition.recognise({ source: { bytes: await fixture(name) }, name }), (error) => {
      assert.ok(error instanceof RecognitionError, String(error));
      assert.equal(error.reason, 'language');
      assert.match(error.message, /not in a script that text recognition supports/);
      return true;
    });
});

test('scans of Japanese are read, also with vertical lines', async () => {
  const read = async (name: string) =>
    (await recognition.recognise({ source: { bytes: await fixture(name) }, name })).markdown;
  const vertical = await read('japanese-vertical.png');
  assert.ok(
    vertical.includes('名前はまだ無いどこで生れたかとん\nと見当がつかぬ何でも薄暗いじめじ'),
    vertical,
  );
  const scanned = await read('japanese-vertical-scan.jpg');
  assert.ok(scanned.includes('営業時間は月曜日から金曜日の午前九時から午\n後五時半までです。'), scanned);
  const horizontal = await read('japanese.png');
  assert.ok(horizontal.includes('営業時間は月曜日から金曜日の午前九時から'), horizontal);
});
