import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSandbox } from '../../../test/support/service/shared-workers.ts';
import { matchRules as match } from './match-rules.ts';

const matchRules = async (text: string, branches: Parameters<typeof match>[1]) =>
  (await match(text, branches, { sandbox: testSandbox, workspaceId: 'w' })).matched;

const branch = (name: string, keywords: string[], patterns: string[] = []) => ({ name, keywords, patterns });

test('a keyword is found as a word in any case, and inside scripts without spaces', async () => {
  const branches = [branch('billing', ['bill', '发票']), branch('other', ['billiards'])];
  assert.equal((await matchRules('My BILL, please', branches))?.name, 'billing');
  assert.equal((await matchRules('I play billiards', branches))?.name, 'other');
  assert.equal((await matchRules('请给我开发票谢谢', branches))?.name, 'billing');
  assert.equal((await matchRules('Ｂｉｌｌ?', branches))?.name, 'billing');
  assert.equal(await matchRules('Hello', branches), undefined);
});

test('a pattern returns the matched words unchanged', async () => {
  const branches = [branch('order', [], ['\\b[A-Z]-\\d{4}\\b'])];
  assert.deepEqual(await matchRules('Where is A-1001?', branches), { name: 'order', words: 'A-1001' });
});

test('a pattern that exceeds its time limit does not match, and keywords still decide', async () => {
  // Such a pattern is rejected when a flow is saved, but an older flow may contain one.
  const branches = [branch('endless', [], ['^(a+)+$']), branch('plain', ['aaaa!'])];
  assert.equal((await matchRules(`${'a'.repeat(60)} aaaa!`, branches))?.name, 'plain');
});
