import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { agentOf, openMemory, recallFor, subjectRounds } from '../../test/support/memory/open-memory.ts';
import {
  type SeededConversation,
  seedConversation,
  seedRounds,
} from '../../test/support/memory/seed-conversation.ts';
import type { Database } from '../db/index.ts';
import { countTokens } from '../lib/tokens.ts';
import { type FileText, joinFiles, showFiles, splitFiles } from './file-texts.ts';
import type { Memory } from './memory.ts';

const prices: FileText = { name: 'prices.md', text: 'A kettle of green tea costs 7 crowns.' };
/** About 20,000 tokens. Only the last line is about the warranty. */
const manual: FileText = {
  name: 'manual.txt',
  text: `${Array.from({ length: 1500 }, (_, line) => `Step ${line} turns the handle number ${line}.`).join('\n')}
The warranty of the lamp lasts 26 months.`,
};

/** Ends a round with files, as the runtime does. */
const endRound = async (
  db: Database,
  memory: Memory,
  conversation: SeededConversation,
  sequence: number,
  given: readonly FileText[],
): Promise<void> => {
  const files = joinFiles(given);
  const round = { question: 'Read this.', answer: 'I read it.', files };
  await seedRounds(db, conversation, [round], sequence);
  await db.query.updateTable('conversations').set({ message_count: sequence }).execute();
  const fileMemories = await memory.readFiles(given);
  await db.transaction((tx) =>
    memory.afterRound(tx, {
      agent: agentOf(conversation, { shortTermTokens: 400 }),
      conversationId: conversation.conversationId,
      userId: conversation.userId,
      sequence,
      fileMemories,
      ended: { ...round, id: `r${sequence}`, status: 'done', human_session_id: null, createdAtMs: 5 },
    }),
  );
};

test('files are separated correctly for any contents', () => {
  const files = [
    { name: 'a: b.md', text: 'first:\n\nsecond' },
    { name: 'empty.txt', text: '' },
    { name: 'c.md', text: 'page\fpage' },
  ];
  assert.deepEqual(splitFiles(joinFiles(files)), [
    ...files.slice(0, 2),
    { name: 'c.md', text: 'page\npage' },
  ]);
  assert.deepEqual(splitFiles(''), []);
  assert.equal(showFiles(joinFiles(files.slice(0, 2))), 'a: b.md:\nfirst:\n\nsecond\n\nempty.txt:\n');
});

forEachDatabase('a file that fits is in the window, and is not recalled as well', async (db) => {
  const conversation = await seedConversation(db, []);
  const { conversationId } = conversation;
  const { memory } = openMemory(db);
  await endRound(db, memory, conversation, 1, [prices]);
  const window = await memory.shortTerm({ conversationId, beforeSequence: 2, budgetTokens: 400 });
  assert.deepEqual(window.turns[0]?.files, [prices]);
  assert.equal(window.hasHiddenFiles, false);
  const { wholeFiles, oldestSequence: olderThanSequence } = window;
  const query = 'what does green tea cost';
  assert.deepEqual(await recallFor(memory, conversation, query, { olderThanSequence, wholeFiles }), []);
  const [found] = await recallFor(memory, conversation, query, { olderThanSequence });
  assert.deepEqual([found?.file, found?.text], [prices.name, prices.text]);
});

forEachDatabase('a large file takes at most half of the window, and the rest is recalled', async (db) => {
  const conversation = await seedConversation(db, subjectRounds.slice(0, 2));
  const { conversationId } = conversation;
  const { memory } = openMemory(db);
  await endRound(db, memory, conversation, 3, [manual]);
  const window = await memory.shortTerm({ conversationId, beforeSequence: 4, budgetTokens: 400 });
  assert.deepEqual(
    window.turns.map(({ sequence }) => sequence),
    [1, 2, 3],
    'the dialogue is still there',
  );
  const [shown] = window.turns[2]!.files;
  assert.match(shown!.text, /^Step 0 turns/);
  assert.ok(countTokens(shown!.text) <= 200, `${countTokens(shown!.text)} tokens`);
  assert.ok(window.turnTokens.reduce((sum, tokens) => sum + tokens) <= 400);
  assert.deepEqual([window.hasHiddenFiles, window.wholeFiles], [true, []]);
  const [found] = await recallFor(memory, conversation, 'how long does the warranty of the lamp last', {
    olderThanSequence: window.oldestSequence,
  });
  assert.equal(found?.file, manual.name);
  assert.match(found!.text, /26 months/);
});

forEachDatabase('files are recalled after their round left the window and was distilled', async (db) => {
  const conversation = await seedConversation(db, []);
  const { memory, distil } = openMemory(db);
  await endRound(db, memory, conversation, 1, [prices, manual]);
  await seedRounds(db, conversation, subjectRounds, 2);
  await db.query.updateTable('conversations').set({ message_count: 9 }).execute();
  await distil(conversation.conversationId);
  for (const [query, expected] of [
    ['what does green tea cost', /7 crowns/],
    ['how long does the warranty of the lamp last', /26 months/],
  ] as const) {
    const [found] = await recallFor(memory, conversation, query, { olderThanSequence: 8 });
    assert.match(found!.text, expected);
  }
});

forEachDatabase('the contents of files are deleted with the conversation', async (db) => {
  const conversation = await seedConversation(db, []);
  const { memory } = openMemory(db);
  await endRound(db, memory, conversation, 1, [prices]);
  await db.transaction((tx) => memory.removeConversation(tx, conversation.conversationId));
  assert.deepEqual(await recallFor(memory, conversation, 'what does green tea cost'), []);
});
