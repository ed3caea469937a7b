import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysUnknown } from './says-unknown.ts';

test('usual ways to say that there is no answer are recognised in several languages', () => {
  for (const reply of [
    "I'm sorry, but I couldn't find any information about delivery to Norway.",
    'Unfortunately the documents do not contain anything about that.',
    'I do not have information on student discounts.',
    'That is not mentioned in the provided passages.',
    "I don't know.",
    'I am unable to answer that question.',
    '抱歉，我没有找到关于挪威配送的内容。',
    '目前没有相关信息。',
    '无法回答这个问题。',
    '申し訳ありませんが、その情報は見つかりませんでした。お答えできません。',
    'Lo siento, no he encontrado nada sobre ese tema.',
    'Não encontrei informações sobre isso.',
    'Je n’ai pas trouvé de réponse à cette question.',
    'Dazu habe ich leider nichts gefunden.',
    'Ich kann diese Frage nicht beantworten.',
    'К сожалению, я не нашёл информации об этом.',
    'لم أجد أي معلومات حول ذلك.',
  ])
    assert.ok(saysUnknown(reply), reply);
});

test('answers are not taken for refusals', () => {
  for (const reply of [
    'We deliver to Norway within five days.',
    'You can return an item within 30 days. The fee is not refunded.',
    'No, we do not ship batteries.',
    'If you cannot open the app, restart your phone.',
    '可以退货，请在 30 天内联系我们。',
    'Nein, Batterien versenden wir nicht.',
    'No, no enviamos baterías.',
    `The answer is 42. ${'It is long. '.repeat(60)} I could not find more.`,
  ])
    assert.ok(!saysUnknown(reply), reply);
});

test('a long text takes no longer than its beginning', () => {
  assert.equal(saysUnknown(`no ${'a '.repeat(1_000_000)}`), false);
});
