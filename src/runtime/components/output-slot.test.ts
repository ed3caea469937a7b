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

test('text of the current slot is emitted at once, and other slots wait', () => {
  const { emitted, slot } = open();
  const [first, second] = slot.split(2);
  second!.write('B', by('b'));
  assert.deepEqual(emitted, []);
  first!.write('A', by('a'));
  assert.deepEqual(emitted, ['A']);
  first!.end();
  assert.deepEqual(emitted, ['A', '\n\nB']);
});

test('a slot without text has no output and no blank line', () => {
  const { emitted, outputs, slot } = open();
  const [first, second, third] = slot.split(3);
  third!.write('C', by('c'));
  first!.write('', by('a'));
  second!.end();
  first!.end();
  assert.deepEqual([emitted, outputs.length], [['C'], 1]);
});

test('text that was not emitted can be discarded, and emitted text stays', () => {
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

test('a discarded slot with open inner slots does not delay the others', () => {
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

test('the stream contains the outputs in the order of the slots, whatever the order of writes and ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5), { maxLength: 40 }),
      fc.array(fc.nat(5), { maxLength: 6 }),
      (words, ends) => {
        const { emitted, outputs, slot } = open();
        // Three slots. The middle one gets inner slots while the others write.
        const outer = slot.split(3);
        const inner = outer[1]!.split(2);
        const slots = [outer[0]!, inner[0]!, inner[1]!, outer[2]!];
        const unended = new Set([0, 1, 2, 3]);
        const written = ['', '', '', ''];
        for (const word of words) {
          const index = word % 4;
          if (!unended.has(index)) continue;
          slots[index]!.write(`${word}`, by(`${index}`));
          written[index] += `${word}`;
          const ending = ends[word % Math.max(1, ends.length)];
          if (ending === index) {
            slots[index]!.end();
            unended.delete(index);
          }
        }
        for (const index of unended) slots[index]!.end();
        outer[1]!.end();
        slot.end();
        const expected = written.filter((text) => text !== '');
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
