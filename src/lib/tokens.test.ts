import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import vocabulary from 'js-tiktoken/ranks/o200k_base';
import { countTokens, fewestTokens, isWithinTokenLimit, mostTokens } from './tokens.ts';

const reference = new Tiktoken(vocabulary);
/** Special tokens are text like any other. */
const referenceCount = (text: string): number => reference.encode(text, [], []).length;
/** The reference strips byte order marks and uses `\s`. Only these characters are affected. */
const withoutOddSpaces = (text: string): string => text.replaceAll(/[\uFEFF\u0085]/g, '');

test('counts like the reference tokenizer on prose of many scripts', () => {
  const samples = [
    "The operators' desk isn't open; we'll answer at 12:30, OK?",
    '机器人客服支持二十四小时在线，欢迎随时联系我们。',
    'เราตอบกลับภายในหนึ่งวันทำการ',
    'Ответим в течение 24 часов!\r\n\r\n  — Спасибо',
    '```ts\nconst a = [1, 22, 333, 4444];\n```\n\n\n| a | b |\n|---|---|\n',
    '👨‍👩‍👧‍👦 zero\u200Bwidth e\u0301\u0301 ﷺ',
    '<|endoftext|> is text like any other <|im_start|>',
    '',
  ];
  for (const sample of samples) assert.equal(countTokens(sample), referenceCount(sample), sample);
});

test('counts like the reference tokenizer on any string', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 200 }).map(withoutOddSpaces);
  const repeated = fc
    .tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 120 }))
    .map(([text, times]) => text.repeat(times));
  fc.assert(
    fc.property(fc.oneof(anyText, repeated), (text) => {
      assert.equal(countTokens(text), referenceCount(text));
    }),
    { numRuns: 400 },
  );
});

test('half a million characters without a word boundary are counted, for any character', () => {
  const unitsOf = (text: string): string => text.repeat(Math.ceil(500_000 / text.length)).slice(0, 500_000);
  // Eight letters, 128 spaces, and so on per token: multiples that the vocabulary has.
  assert.equal(countTokens(unitsOf('a')), 62_500);
  assert.ok(countTokens(unitsOf(' ')) < 10_000);
  assert.ok(countTokens(unitsOf('😀')) > 100_000);
  assert.ok(countTokens(unitsOf('\uD83D')) > 1_000);
  assert.ok(countTokens(unitsOf('中')) > 100_000);
});

test('a run longer than the window is counted completely', () => {
  const word = countTokens(' word');
  assert.equal(word, 1);
  assert.equal(countTokens(' word'.repeat(300_000)), 300_000);
  assert.ok(countTokens('😀'.repeat(700_000)) >= 700_000);
});

test('the bounds are correct for any string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const count = countTokens(text);
      assert.ok(fewestTokens(text) <= count && count <= mostTokens(text));
    }),
  );
});

test('the limit is inclusive and agrees with the count', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
      const count = countTokens(text);
      assert.equal(isWithinTokenLimit(text, count), true);
      assert.equal(isWithinTokenLimit(text, count - 1), false);
    }),
  );
});

test('importing the module, or checking a short text, loads no vocabulary', () => {
  const program = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { readFileSync } = fs;
    let isLoaded = false;
    fs.readFileSync = (...given) => {
      isLoaded ||= String(given[0]).includes('o200k_base');
      return readFileSync(...given);
    };
    syncBuiltinESMExports();
    const tokens = await import(${JSON.stringify(import.meta.resolve('./tokens.ts'))});
    tokens.isWithinTokenLimit('hello', 4096);
    const before = isLoaded;
    tokens.countTokens('hello');
    process.stdout.write(JSON.stringify([before, isLoaded]));
  `;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(answer), [false, true]);
});

test('a vocabulary loaded in steps gives the same counts', async () => {
  // A copy of the module with its own vocabulary that is not loaded yet.
  const fresh = (await import(`${import.meta.resolve('./tokens.ts')}?fresh`)) as typeof import('./tokens.ts');
  await fresh.loadTokensInSteps();
  for (const text of ['hello world', 'Ünïcödé 你好，世界', '  spaces\n\n and 12345 digits'])
    assert.equal(fresh.countTokens(text), countTokens(text));
});
