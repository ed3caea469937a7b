import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { isLongRun } from '../../test/support/runner/is-long-run.ts';
import { createRecognition } from './create-recognition.ts';
import type { Recognised } from './recognised.ts';
import { RecognitionError } from './recognition-error.ts';

/** Small files of each format and encoding. */
const ownFolder = new URL('../../test/fixtures/samples/', import.meta.url);
/** More files, of many programs. They are outside the repository because of their size and licences. */
const otherFolder = new URL('../../../shared/data/documents/', import.meta.url);

type Outcome = 'text' | 'recover' | 'ocr' | 'asr' | 'empty' | 'fail' | 'either' | 'bounded';

interface Sample {
  file: string;
  outcome: Outcome;
  must_contain: string[];
}

const squeeze = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

const containsAll = (result: Recognised, { must_contain }: Sample): boolean =>
  must_contain.every((text) => squeeze(result.markdown).includes(squeeze(text)));

const mayFail = new Set<Outcome>(['recover', 'empty', 'fail', 'either', 'bounded']);
const maySucceed = new Set<Outcome>(['text', 'ocr', 'recover', 'either', 'bounded']);

// On a busy machine an image can take longer than the limit for users.
const recognition = createRecognition({ workers: 2, timeoutMs: 120_000 });
after(() => recognition.close());

/** Large images take most of the time, so only the long run reads them. */
const isWanted = ({ file }: Sample): boolean =>
  !file.startsWith('audio/') && (isLongRun || !file.startsWith('images/'));

const readSamples = (folder: URL): { folder: URL; sample: Sample }[] => {
  const manifest = new URL('manifest.json', folder);
  const files: Sample[] = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).files : [];
  return files.filter(isWanted).map((sample) => ({ folder, sample }));
};

const samples = [ownFolder, otherFolder].flatMap(readSamples);

test('sample documents', { concurrency: 2 }, async (t) => {
  await Promise.all(
    samples.map(({ folder, sample }) =>
      t.test(`${sample.file}: ${sample.outcome}`, async () => {
        const source = { bytes: readFileSync(new URL(sample.file, folder)) };
        try {
          const result = await recognition.recognise({ source, name: sample.file });
          assert.ok(
            maySucceed.has(sample.outcome),
            `expected no text, got: ${result.markdown.slice(0, 200)}`,
          );
          assert.ok(
            sample.outcome === 'bounded' || containsAll(result, sample),
            result.markdown.slice(0, 500),
          );
        } catch (error) {
          if (!(error instanceof RecognitionError)) throw error;
          assert.ok(mayFail.has(sample.outcome), `${error.reason}: ${error.message}`);
          if (sample.outcome === 'empty') assert.equal(error.reason, 'no-text');
        }
      }),
    ),
  );
});
