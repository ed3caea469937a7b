import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEnglishMessages } from '../../../../../test/support/console/english-messages.ts';
import type { Usage } from '../../api/generated.ts';
import { usageCsv } from './usage-csv.ts';

const usage: Usage = {
  day: '2026-11-02',
  agentId: 'a'.repeat(24),
  agentName: 'Shop',
  kind: 'knowledge_doc_indexing',
  model: 'm',
  isTest: false,
  entries: 2,
  promptTokens: 1000,
  completionTokens: 5,
  credits: '0.5',
};

const lines = (items: Usage[]): string[] => {
  loadEnglishMessages();
  return usageCsv(items).split('\r\n');
};

test('agents and types are written by name, numbers without grouping', () => {
  assert.deepEqual(lines([usage]), [
    '\uFEFFDay,Agent,Agent ID,Type,Model,Test chat,Entries,Input tokens,Output tokens,Credits',
    `2026-11-02,Shop,${'a'.repeat(24)},Document indexing,m,no,2,1000,5,0.5`,
  ]);
});

test('names that look like formulas stay text', () => {
  const [, line] = lines([{ ...usage, agentName: '=HYPERLINK("x"),1', model: '@m' }]);
  assert.match(line!, /^2026-11-02,"'=HYPERLINK\(""x""\),1",a+,Document indexing,'@m,/);
});

test('a deleted agent is named as such', () => {
  assert.match(lines([{ ...usage, agentName: '' }])[1]!, /,Deleted agent …aaaaaa,/);
});
