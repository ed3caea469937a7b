import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { loadEnglishMessages } from '../../../../test/support/console/english-messages.ts';
import { formatBytes } from './format-bytes.ts';

// Other files of the same process load other languages.
beforeEach(loadEnglishMessages);

test('a size is shown in the largest fitting unit', () => {
  const cases: [number, string][] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [10 * 1024, '10 KB'],
    [1024 * 1024 - 1, '1 MB'],
    [20 * 1024 * 1024, '20 MB'],
    [5000 * 1024 ** 3, '5,000 GB'],
  ];
  for (const [bytes, text] of cases) assert.equal(formatBytes(bytes), text);
});
