import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from './refusals.ts';

test('answers that know nothing or cannot help are refusals', () => {
  const refusals = [
    'I could not find anything about that in what I was given.',
    "I'm sorry, but I can't help with that.",
    "I don't have enough information to answer.",
    '在提供给我的资料中，我没有找到相关内容。',
    '抱歉，我无法回答这个问题。',
    'No he encontrado nada sobre eso en lo que me han dado.',
    'Não encontrei nada sobre isso.',
    'Je n’ai rien trouvé à ce sujet dans ce qui m’a été confié.',
    'Non ho trovato nulla.',
    'Dazu habe ich in dem, was mir gegeben wurde, nichts gefunden.',
    'Daar weet ik niets van. Ik kan u daar niet mee helpen.',
    'В том, что мне дали, я ничего об этом не нашёл.',
    '申し訳ありませんが、わかりません。',
    '죄송하지만 찾을 수 없습니다.',
    'لم أجد شيئًا عن ذلك في المعلومات المتاحة لي.',
  ];
  for (const text of refusals) assert.ok(isRefusal(text), text);
});

test('apologies and other answers are no refusals', () => {
  const others = [
    'We open at nine.',
    'I am sorry for the delay. Your order arrives today.',
    '抱歉让您久等了，您的订单今天送达。',
    'Lo siento. Su pedido llega hoy.',
    '',
    `We open at nine. ${'More about us. '.repeat(40)} I could not find the price.`,
  ];
  for (const text of others) assert.ok(!isRefusal(text), text);
});
