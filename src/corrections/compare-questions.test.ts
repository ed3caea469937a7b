import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningSimilarity, prepareQuestion, wordSimilarity } from './compare-questions.ts';

const byWords = (a: string, b: string) => wordSimilarity(prepareQuestion(a), prepareQuestion(b));
const byMeaning = (a: string, b: string, cosine: number) =>
  meaningSimilarity(prepareQuestion(a), prepareQuestion(b), cosine);

test('case, spaces and punctuation make no difference', () => {
  assert.equal(byWords('Wo ist  meine Rechnung?', 'wo ist meine rechnung'), 1);
  assert.equal(byMeaning('Where is it?', 'where IS it', 0.3), 1);
});

test('by words, a question with additional words stays similar', () => {
  assert.ok(byWords('Как отменить подписку?', 'Как мне отменить подписку?') >= 0.9);
  assert.ok(byWords('Liefern Sie in die Schweiz?', 'Können Sie in die Schweiz liefern?') >= 0.9);
});

test('by words, a question in which a word was exchanged is below the default threshold', () => {
  for (const [a, b] of [
    ['Gibt es einen Rabatt für Studenten?', 'Gibt es einen Rabatt für Rentner?'],
    ['¿Dónde está mi factura?', '¿Dónde está mi pedido?'],
    ['Сколько стоит доставка?', 'Сколько стоит возврат?'],
    ['Wo ist das Lager?', 'Wann ist das Lager?'],
  ] as const)
    assert.ok(byWords(a, b) <= 0.8, `${a} ${b}`);
});

test('other figures and other kinds of questions are different, however similar their vectors are', () => {
  assert.ok(byMeaning('What does model X200 weigh?', 'What does model X300 weigh?', 0.99) <= 0.5);
  assert.ok(byMeaning('When was the shop opened?', 'Where was the shop opened?', 0.97) <= 0.8);
  assert.ok(byMeaning('多久可以发货?', '谁可以发货?', 0.97) <= 0.8);
  assert.equal(byMeaning('How long does it take?', 'How many days does it take?', 0.95), 0.95);
});

test('a question without words is similar to nothing', () => {
  assert.equal(byWords('???', '???'), 0);
  assert.equal(byWords('', 'Where?'), 0);
});

/** Quadratic work on them would take longer than the time limit of a test. */
test('questions without spaces, as long as a message can be, are compared by their figures', () => {
  const long = 'ก'.repeat(300_000);
  assert.equal(prepareQuestion(`${long}${'\n'.repeat(300_000)}`).figures, '');
  assert.equal(prepareQuestion(`${long}7 X200`).figures, `${'X200'.toLowerCase()} ${long}7`);
});
