import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { seedConversation } from '../../test/support/memory/seed-conversation.ts';
import { createExport } from './export.ts';

const rounds = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ question: `q${number}`, answer: 'x'.repeat(200) }));

const linesOf = async (text: AsyncIterable<string>): Promise<string[]> => {
  let whole = '';
  for await (const piece of text) whole += piece;
  return whole.split('\n').filter((line) => line !== '');
};

forEachDatabase(
  'an export of many pages contains every round once, even if all have the same time',
  async (db) => {
    const { agentId } = await seedConversation(db, rounds(450));
    const { qa, conversations } = createExport({ db });
    const filter = { agentId, endMs: 10 ** 12 };
    const asked = (await linesOf(qa(filter, 'jsonl'))).map((line) => JSON.parse(line).question);
    assert.deepEqual(
      asked.toSorted(),
      rounds(450)
        .map(({ question }) => question)
        .toSorted(),
    );
    const [line, ...others] = await linesOf(conversations(filter, 'jsonl'));
    assert.equal(others.length, 0);
    const { messages } = JSON.parse(line!);
    assert.equal(messages.length, 900);
    assert.deepEqual([messages[0].text, messages[898].text], ['q0', 'q449']);
  },
);

forEachDatabase('an export is read while it is sent', async (db) => {
  const { agentId } = await seedConversation(db, rounds(2000));
  const text = createExport({ db }).qa({ agentId, endMs: 10 ** 12 }, 'jsonl');
  const first = await text.next();
  assert.ok(!first.done && first.value.length < 150_000, 'a part, not the whole export');
  await db.query.deleteFrom('rounds').execute();
  const rest = await linesOf(text);
  assert.ok(rest.length < 400, `${rest.length} rounds were in memory`);
});

forEachDatabase('an empty export has only its columns', async (db) => {
  const { qa, conversations } = createExport({ db });
  const filter = { agentId: 'a'.repeat(24), endMs: 10 ** 12 };
  for (const make of [qa, conversations]) {
    assert.deepEqual(await linesOf(make(filter, 'jsonl')), []);
    const [head, ...others] = await linesOf(make(filter, 'csv'));
    assert.match(head!, /conversationId,userId,channel/);
    assert.deepEqual(others, []);
  }
});
