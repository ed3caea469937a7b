import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ReplyOutput } from '../../rounds/index.ts';
import { createOutputSlot } from './output-slot.ts';

const by = (componentName: string) => ({ branch: '', componentName, mode: null });

const open = () => {
  const emitted: string[] = [];
  const outputs: ReplyOutput[] = [];
  const slot = createOutputSlot((text, opens) => {
    emitted.push(opens && emitted.length > 0 ? `\n\n${text}` : text);
  }, outputs);
  return { emitted, outputs, slot };
};

test('who has the slot is emitted at once; the others wait for it', () => {
  const { emitted, slot } = open();
  const [first, second] = slot.split(2);
  second!.write('B', by('b'));
  assert.deepEqual(emitted, []);
  first!.write('A', by('a'));
  assert.deepEqual(emitted, ['A']);
  first!.end();
  assert.deepEqual(emitted, ['A', '\n\nB']);
});

test('who says nothing leaves no output and no blank line', () => {
  const { emitted, outputs, slot } = open();
  const [first, second, third] = slot.split(3);
  third!.write('C', by('c'));
  first!.write('', by('a'));
  second!.end();
  first!.end();
  assert.deepEqual([emitted, outputs.length], [['C'], 1]);
});

test('what was not emitted can be taken back, what was emitted stays', () => {
  const { outputs, slot } = open();
  const [first, second] = slot.split(2);
  second!.write('wrong', by('b'));
  assert.equal(second!.hasOutput, false);
  second!.discard();
  first!.write('right', by('a'));
  first!.discard();
  assert.equal(first!.hasOutput, true);
  first!.end();
  second!.end();
  assert.deepEqual(
    outputs.map(({ text }) => text),
    ['right'],
  );
});

test('who gives up with parts still open does not keep the others waiting', () => {
  const { emitted, slot } = open();
  const [first, second, third] = slot.split(3);
  const [inner] = second!.split(2);
  inner!.write('lost', by('b'));
  second!.discard();
  second!.split(1)[0]!.write('again', by('b'));
  second!.discard();
  second!.end();
  third!.write('C', by('c'));
  first!.end();
  assert.deepEqual(emitted, ['C']);
});

test('whatever the order of words and ends, the stream is the outputs in the order of their places', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5), { maxLength: 40 }),
      fc.array(fc.nat(5), { maxLength: 6 }),
      (words, ends) => {
        const { emitted, outputs, slot } = open();
        // Three places, the middle one with parts that are made while others speak.
        const places = slot.split(3);
        const inner = places[1]!.split(2);
        const speakers = [places[0]!, inner[0]!, inner[1]!, places[2]!];
        const speaking = new Set([0, 1, 2, 3]);
        const said = ['', '', '', ''];
        for (const word of words) {
          const who = word % 4;
          if (!speaking.has(who)) continue;
          speakers[who]!.write(`${word}`, by(`${who}`));
          said[who] += `${word}`;
          const ending = ends[word % Math.max(1, ends.length)];
          if (ending === who) {
            speakers[who]!.end();
            speaking.delete(who);
          }
        }
        for (const who of speaking) speakers[who]!.end();
        places[1]!.end();
        slot.end();
        const expected = said.filter((text) => text !== '');
        assert.deepEqual(
          outputs.map(({ text }) => text),
          expected,
        );
        assert.equal(emitted.join(''), expected.join('\n\n'));
      },
    ),
    { numRuns: 200 },
  );
});
