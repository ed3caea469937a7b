import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reply } from './ask-for-tests.ts';

test('acknowledges a fact that the user states', async () => {
  assert.match(await reply('my name is Ada'), /Ada/);
  assert.match(await reply('My room number is 12.'), /Noted: your room number is 12\./);
  assert.match(await reply('My email is ada@example.com.'), /your email is ada@example\.com\./);
  assert.match(await reply('My favourite colour is teal.'), /your favourite colour is teal\./);
  assert.match(await reply('My order is 4711.'), /your order is 4711\./);
  assert.match(await reply('My city is Porto.'), /your city is Porto\./);
  assert.match(await reply('我的手机号是13800138000。'), /记下了：您的手机号是13800138000。/);
});

for (const [language, refusal, complaints] of [
  [
    'English',
    /^I could not find anything about that/,
    [
      'My card is stolen.',
      'My parcel is late',
      'My order is 5 days late.',
      'My parcel is lost since 3 weeks',
      'My phone is broken.',
      'My phone number is blocked.',
      'My plan is cancelled!',
    ],
  ],
  [
    'Chinese',
    /^在提供给我的资料中，我没有找到相关内容/,
    ['我的卡被偷了。', '我的手机是坏的。', '我的订单是3天前下的，还没到', '我的手机号是坏的'],
  ],
  [
    'Russian',
    /^В том, что мне дали, я ничего об этом не нашёл/,
    ['Мою карту украли.', 'Моя карта заблокирована!', 'Мой заказ опаздывает на 5 дней'],
  ],
  ['Arabic', /^لم أجد شيئًا عن ذلك/, ['سُرقت بطاقتي.', 'بطاقتي مسروقة', 'طلبي متأخر 5 أيام']],
  ['German', /^Dazu habe ich/, ['Mein Konto ist gesperrt.', 'Meine Nummer ist gesperrt.']],
] as const)
  test(`does not note a complaint in ${language}, and says in that language that nothing was found`, async () => {
    for (const complaint of complaints) assert.match(await reply(complaint), refusal, complaint);
  });
