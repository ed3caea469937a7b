import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEnglishMessages } from '../../../../../test/support/console/english-messages.ts';
import type { HandoffsOfDay } from '../../api/generated.ts';
import { reportCsv } from './report-csv.ts';
import { sumOutcomes } from './sum-outcomes.ts';

const figures: HandoffsOfDay = {
  day: '2026-11-02',
  agentId: 'a'.repeat(24),
  agentName: '=Shop',
  handoffs: 6,
  answered: 3,
  open: 1,
  missed: { notTaken: 0, noReply: 2, userLeft: 0, unreachable: 0 },
  medianFirstReplySeconds: 62.5,
  closed: { human: 3, user: 0, timeout: 2, operator: 0, unreachable: 0 },
  closedReasons: { resolved: 3, noAnswer: 0, spam: 0, other: 0 },
  ratings: { count: 2, average: 4.5, stars: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 } },
};

test('outcomes that occurred are summed by day, with days that had no handoffs', () => {
  const table = sumOutcomes({ total: figures, days: ['2026-11-01', '2026-11-02'], byDay: [figures] });
  assert.deepEqual(table.series, [
    { key: 'answered', total: 3 },
    { key: 'noReply', total: 2 },
    { key: 'other', total: 1 },
  ]);
  assert.deepEqual(table.rows, [
    { day: '2026-11-01' },
    { day: '2026-11-02', answered: 3, noReply: 2, other: 1 },
  ]);
});

test('the CSV file has a line per day and agent, and names that look like formulas stay text', () => {
  loadEnglishMessages();
  const [header, line] = reportCsv([figures]).split('\r\n');
  assert.match(header!, /^\uFEFFDay,Agent,Agent ID,Handoffs,Answered,Open,Not taken,No reply,User left,/);
  assert.match(header!, /,Ratings,Average rating,Rating: 5 of 5,Rating: 4 of 5,.*,Rating: 1 of 5$/);
  assert.equal(
    line,
    `2026-11-02,'=Shop,${'a'.repeat(24)},6,3,1,0,2,0,0,62.5,3,0,0,2,0,3,0,0,0,2,4.5,1,1,0,0,0`,
  );
});
