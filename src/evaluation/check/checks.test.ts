import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWordEmbedder } from '../../../test/support/knowledge/word-embedders.ts';
import { createSandbox } from '../../lib/sandbox/index.ts';
import { passRateOf } from '../runs/pass-rate.ts';
import { checkSimilar } from './check-similar.ts';
import { checkContains, checkPatternMatch, checkSchema } from './check-text.ts';
import { isSubset } from './check-tool-call.ts';
import { readDecision } from './judge.ts';

test('text is found without regard to case, and what surrounds it is shown', () => {
  assert.deepEqual(checkContains('We open at NINE.', 'nine', true), {
    status: 'passed',
    code: 'met',
    detail: 'we open at nine.',
  });
  assert.equal(checkContains('We open.', 'nine', true).status, 'failed');
  assert.equal(checkContains('We open.', 'nine', false).status, 'passed');
});

test('a pattern that takes too long is an error and not a result', async () => {
  const sandbox = createSandbox({ workers: 1 });
  try {
    const found = await checkPatternMatch(sandbox, 'one', {
      answer: 'It costs 7 euro',
      pattern: '\\d+ euro',
    });
    assert.deepEqual([found.status, found.detail], ['passed', '7 euro']);
    const endless = await checkPatternMatch(sandbox, 'one', {
      answer: 'a'.repeat(20_000),
      pattern: '(a+a+)+b',
    });
    assert.deepEqual([endless.status, endless.code], ['error', 'too-expensive']);
    const schema = { required: ['a'] };
    assert.equal((await checkSchema(sandbox, 'one', { answer: '{"a":1}', schema })).status, 'passed');
    assert.equal((await checkSchema(sandbox, 'one', { answer: '{"b":1}', schema })).status, 'failed');
    assert.equal((await checkSchema(sandbox, 'one', { answer: 'none', schema })).code, 'not-json');
  } finally {
    sandbox.close();
  }
});

test('arguments may have more than is expected', () => {
  assert.ok(isSubset({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2, d: 3 }], e: 4 }, f: 5 }));
  assert.ok(!isSubset({ a: 1 }, { a: '1' }));
  assert.ok(!isSubset({ a: [1] }, { a: [1, 2] }));
  assert.ok(!isSubset({ toString: 1 }, {}));
  assert.ok(!isSubset({ a: 1 }, undefined));
});

test('a language that the embedding model does not know is an error and not a result', async () => {
  const known = createWordEmbedder();
  const unknown = { ...known, confidence: () => 0.1 };
  const compare = (embedder: typeof known, answer: string) =>
    checkSimilar(
      { all: [embedder], for: () => embedder },
      { answer, reference: 'we open at nine', threshold: 0.9 },
      { workspaceId: 'one', signal: new AbortController().signal },
    );
  const same = await compare(known, 'We open at nine');
  assert.deepEqual([same.status, same.score], ['passed', 1]);
  assert.equal((await compare(known, 'nothing shared here')).status, 'failed');
  assert.equal((await compare(unknown, 'We open at nine')).code, 'language');
  const broken = createWordEmbedder({ before: () => Promise.reject(new Error('gone')) });
  assert.deepEqual(await compare(broken, 'We open'), {
    status: 'error',
    code: 'embedding-failed',
    detail: 'gone',
  });
});

test('only a decision in the requested form is read', () => {
  assert.deepEqual(readDecision('```json\n{"reason": " Kind. ", "pass": true}\n```'), {
    pass: true,
    reason: 'Kind.',
  });
  for (const text of ['', 'yes', '{}', '{"pass": "true", "reason": "x"}', '{"pass": true}', '}{', '[1]'])
    assert.equal(readDecision(text), undefined, text);
});

test('a pass rate has a Wilson interval', () => {
  assert.equal(passRateOf(0, 0), null);
  const all = passRateOf(10, 10)!;
  assert.deepEqual([all.rate, all.high], [1, 1]);
  assert.ok(Math.abs(all.low - 0.7225) < 0.001);
  const half = passRateOf(5, 10)!;
  assert.ok(Math.abs(half.low - 0.2366) < 0.001 && Math.abs(half.high - 0.7634) < 0.001);
  assert.equal(passRateOf(0, 3)!.low, 0);
});
