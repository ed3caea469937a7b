import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases.ts';
import { seedConversation, seedRounds } from '../../test/support/seed-conversation.ts';
import { createShortTerm } from './short-term.ts';

forEachDatabase(
  'a window read again and again is the window read afresh, as the conversation grows',
  async (db) => {
    const kept = createShortTerm({ db });
    const conversation = await seedConversation(db, []);
    for (let sequence = 1; sequence <= 40; sequence++) {
      const input = {
        conversationId: conversation.conversationId,
        beforeSequence: sequence,
        budgetTokens: 2000,
      };
      assert.deepEqual(await kept(input), await createShortTerm({ db })(input), `before round ${sequence}`);
      // Every fifth one failed: it is in no window.
      const status = sequence % 5 === 0 ? 'failed' : 'done';
      await seedRounds(
        db,
        conversation,
        [{ question: `question ${sequence}`, answer: `answer ${sequence}`, status }],
        sequence,
      );
    }
  },
);

forEachDatabase('what people say after the newest round is seen at once', async (db) => {
  const kept = createShortTerm({ db });
  const conversation = await seedConversation(
    db,
    Array.from({ length: 6 }, (_, index) => ({ question: `q${index}`, answer: `a${index}` })),
  );
  const read = () =>
    kept({ conversationId: conversation.conversationId, beforeSequence: 7, budgetTokens: 2000 });
  await read();
  await db.query
    .updateTable('rounds')
    .set({ human_text: 'I am a person' })
    .where('sequence', '=', 6)
    .execute();
  assert.match((await read()).turns.at(-1)!.answer, /I am a person/);
});
