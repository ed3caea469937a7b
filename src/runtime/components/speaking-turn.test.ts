import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ReplyOutput } from '../../rounds/index.ts';
import { createSpeakingTurn } from './speaking-turn.ts';

const by = (componentName: string) => ({ branch: '', componentName, mode: null });

const open = () => {
  const heard: string[] = [];
  const outputs: ReplyOutput[] = [];
  const turn = createSpeakingTurn((text, opens) => {
    heard.push(opens && heard.length > 0 ? `\n\n${text}` : text);
  }, outputs);
  return { heard, outputs, turn };
};

test('who has the turn is heard at once; the others wait for it', () => {
  const { heard, turn } = open();
  const [first, second] = turn.part(2);
  second!.say('B', by('b'));
  assert.deepEqual(heard, []);
  first!.say('A', by('a'));
  assert.deepEqual(heard, ['A']);
  first!.end();
  assert.deepEqual(heard, ['A', '\n\nB']);
});

test('who says nothing leaves no output and no blank line', () => {
  const { heard, outputs, turn } = open();
  const [first, second, third] = turn.part(3);
  third!.say('C', by('c'));
  first!.say('', by('a'));
  second!.end();
  first!.end();
  assert.deepEqual([heard, outputs.length], [['C'], 1]);
});

test('what was not heard can be taken back, what was heard stays', () => {
  const { outputs, turn } = open();
  const [first, second] = turn.part(2);
  second!.say('wrong', by('b'));
  assert.equal(second!.hasSpoken, false);
  second!.takeBack();
  first!.say('right', by('a'));
  first!.takeBack();
  assert.equal(first!.hasSpoken, true);
  first!.end();
  second!.end();
  assert.deepEqual(
    outputs.map(({ text }) => text),
    ['right'],
  );
});

test('who gives up with parts still open does not keep the others waiting', () => {
  const { heard, turn } = open();
  const [first, second, third] = turn.part(3);
  const [inner] = second!.part(2);
  inner!.say('lost', by('b'));
  second!.takeBack();
  second!.part(1)[0]!.say('again', by('b'));
  second!.takeBack();
  second!.end();
  third!.say('C', by('c'));
  first!.end();
  assert.deepEqual(heard, ['C']);
});

test('whatever the order of words and ends, the stream is the outputs in the order of their places', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5), { maxLength: 40 }),
      fc.array(fc.nat(5), { maxLength: 6 }),
      (words, ends) => {
        const { heard, outputs, turn } = open();
        // Three places, the middle one with parts that are made while others speak.
        const places = turn.part(3);
        const inner = places[1]!.part(2);
        const speakers = [places[0]!, inner[0]!, inner[1]!, places[2]!];
        const speaking = new Set([0, 1, 2, 3]);
        const said = ['', '', '', ''];
        for (const word of words) {
          const who = word % 4;
          if (!speaking.has(who)) continue;
          speakers[who]!.say(`${word}`, by(`${who}`));
          said[who] += `${word}`;
          const ending = ends[word % Math.max(1, ends.length)];
          if (ending === who) {
            speakers[who]!.end();
            speaking.delete(who);
          }
        }
        for (const who of speaking) speakers[who]!.end();
        places[1]!.end();
        turn.end();
        const expected = said.filter((text) => text !== '');
        assert.deepEqual(
          outputs.map(({ text }) => text),
          expected,
        );
        assert.equal(heard.join(''), expected.join('\n\n'));
      },
    ),
    { numRuns: 200 },
  );
});
