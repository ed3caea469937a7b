import assert from 'node:assert/strict';
import type { Database } from '../../../../src/db/index.ts';
import { firstBalanceNano } from '../installation.ts';
import type { Journal } from '../journal.ts';

const sum = (amounts: { nano: number }[]): number => amounts.reduce((total, { nano }) => total + nano, 0);

/** A question is stored with the names of its files after it. */
const isQuestion = (stored: string, text: string): boolean =>
  stored === text || (stored.startsWith(text) && /^\s/.test(stored.slice(text.length)));

/** Every acknowledged message exists once, every round has ended, and every round was charged once. */
export const checkRounds = async ({ query }: Database, journal: Journal): Promise<void> => {
  const rounds = await query
    .selectFrom('rounds')
    .select([
      'id',
      'status',
      'question_text',
      'cost_nano as nano',
      'human_session_id',
      'conversation_id',
      'sequence',
    ])
    .execute();
  for (const [text, { messageId }] of journal.messages) {
    const found = rounds.filter(({ question_text }) => isQuestion(question_text, text));
    if ([...journal.erased].some((word) => text.startsWith(word))) {
      assert.equal(found.length, 0, `"${text}" was erased`);
      continue;
    }
    assert.equal(found.length, 1, `"${text}" is stored once`);
    if (messageId !== undefined) assert.equal(found[0]!.id, messageId, `"${text}" has its acknowledged id`);
  }
  assert.deepEqual(
    rounds.filter(({ status }) => status === 'running'),
    [],
    'every round has ended',
  );
  const entries = await query
    .selectFrom('ledger_entries')
    .select(['round_id', 'conversation_id', 'credits_nano as nano'])
    .execute();
  for (const round of rounds) {
    const own = entries.filter((entry) => entry.round_id === round.id);
    assert.ok(
      own.length === 1 || (own.length === 0 && round.human_session_id !== null),
      'one charge per round',
    );
    assert.equal(sum(own), round.nano, 'the cost of a round is the sum of its charges');
  }
  const conversations = await query
    .selectFrom('conversations')
    .select(['id', 'cost_nano as nano', 'message_count'])
    .execute();
  for (const { id, nano, message_count } of conversations) {
    assert.equal(
      sum(entries.filter((entry) => entry.conversation_id === id)),
      nano,
      'the cost of a conversation is the sum of its charges',
    );
    const sequences = rounds.filter((round) => round.conversation_id === id).map((round) => round.sequence);
    assert.deepEqual(
      sequences.sort((left, right) => left - right),
      Array.from({ length: message_count }, (_, index) => index + 1),
      'rounds of a conversation are numbered without a gap',
    );
  }
  const workspace = await query.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
  assert.equal(
    firstBalanceNano - workspace.balance_nano!,
    sum(entries),
    'the balance is reduced by the charges',
  );
  assert.equal(workspace.reserved_nano, 0, 'nothing stays reserved');
};

/** The event log of every round has one start and one end, without gaps. */
export const checkLogs = async ({ query }: Database): Promise<void> => {
  const rows = await query
    .selectFrom('round_events')
    .select(['round_id', 'first_sequence', 'events'])
    .orderBy('round_id')
    .orderBy('first_sequence')
    .execute();
  const ended = await query.selectFrom('rounds').select('id').execute();
  const logs = Map.groupBy(rows, (row) => row.round_id);
  assert.equal(logs.size, ended.length, 'every round has a log');
  for (const [roundId, batches] of logs) {
    const types: string[] = [];
    for (const { first_sequence, events } of batches) {
      assert.equal(first_sequence, types.length, `the log of ${roundId} has no gap`);
      types.push(...(JSON.parse(events) as { type: string }[]).map(({ type }) => type));
    }
    assert.equal(types[0], 'message-start');
    assert.ok(['message-end', 'failure'].includes(types.at(-1)!), `the log of ${roundId} has an end`);
    assert.equal(types.filter((type) => type === 'message-end' || type === 'failure').length, 1);
  }
};
