import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForHuman } from './asks-for-human.ts';

const asked: [phrase: string, message: string][] = [
  ['talk to a human', 'Talk to a human'],
  ['talk to a human', 'Please, can I TALK   to a\nhuman?!'],
  ['human', 'human'],
  ['转人工', '我要转人工谢谢'],
  ['人間と話したい', 'すみません、人間と話したいです'],
  ['คุยกับคน', 'ขอคุยกับคนหน่อย'],
  ['สมาชิก', 'เป็นสมาชิกแล้ว'],
  ['связаться с оператором', 'Хочу СВЯЗАТЬСЯ С ОПЕРАТОРОМ.'],
  ['parler à un conseiller', 'je veux PARLER A UN CONSEILLER svp'],
  ['mit jemandem aus der Straße', 'MIT JEMANDEM AUS DER STRASSE'],
  ['ｈｕｍａｎ', 'human please'],
  ['사람과 통화', '사람과 통화 부탁해요'],
  ['agent', 'reagents? No, an agent!'],
];

for (const [phrase, message] of asked)
  test(`"${message.replaceAll('\n', ' ')}" asks for a person with "${phrase}"`, () => {
    assert.equal(asksForHuman(['something else', phrase], message), true);
  });

const notAsked: [phrase: string, message: string][] = [
  ['human', 'What about humanity?'],
  ['agent', 'Which reagents do I need?'],
  ['talk to a human', 'I want to talk to someone'],
  ['!!!', 'Help!!!'],
  ['', 'anything'],
];

for (const [phrase, message] of notAsked)
  test(`"${message}" does not ask for a person with "${phrase}"`, () => {
    assert.equal(asksForHuman([phrase], message), false);
  });

test('without phrases no message asks for a person', () => {
  assert.equal(asksForHuman([], 'human'), false);
});

test('a long message that almost matches everywhere is checked quickly', () => {
  assert.equal(asksForHuman(['a'.repeat(200)], `x${'a'.repeat(200_000)}`), false);
});
