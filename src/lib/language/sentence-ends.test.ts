import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sentenceEnds, splitSentences } from './sentence-ends.ts';

const styles = ['document', 'chat'] as const;

for (const [name, sentences] of [
  ['full stops, questions and exclamations', ['It is open.', 'Really?', 'Yes!', 'Good']],
  ['quotes and brackets close with their sentence', ['He said "No."', '(It was late.)', 'Then he left.']],
  ['Spanish and French', ['¿Qué es?', 'Es nuevo.', 'C’est bon !', 'Merci.']],
  ['Arabic and Urdu', ['ما هذا؟', 'هذا كتاب.', 'یہ کتاب ہے۔', 'شکریہ']],
  ['numbers and years at the end', ['It was built in 1999.', 'It costs 12.', 'Children pay 8.']],
  ['"No" as an answer', ['Is it included?', 'No.', 'You pay extra.']],
  ['times of day', ['We open at 9 a.m.', 'The shop closes at 6 p.m.', 'Welcome.']],
  ['units that look like a title', ['It takes 20 ms.', 'That is fast.']],
] as const)
  test(`sentences are separated: ${name}`, () => {
    for (const style of styles) assert.deepEqual(splitSentences(sentences.join(' '), style), sentences);
  });

test('punctuation of scripts without spaces ends a sentence by itself', () => {
  const sentences = ['我们支持退款。', '“可以吗？”', '当然！', '好'];
  for (const style of styles) assert.deepEqual(splitSentences(sentences.join(''), style), sentences);
  assert.deepEqual(splitSentences('यह अच्छा है।वह भी।', 'document'), ['यह अच्छा है।', 'वह भी।']);
});

test('a full stop inside a sentence does not end it', () => {
  for (const text of [
    'Ask Dr. Smith or dr. Jones.',
    'Mr. and Mrs. Brown met Prof. Grey (cf. Fig. 3).',
    'See e.g. The Guide, i.e. Part 2.',
    'J. R. R. Tolkien and J.R.R. Tolkien',
    'The U.S. Army and Acme Inc. Germany',
    'It is No. 5 on the list, Nr. 6 in German.',
    'Das kostet ca. 5 Euro bzw. 6 Franken, z.B. Porto usw. In der Regel',
    'La Sra. García y el núm. 4',
    'Write to help@example.com or see example.com/a.b for 3.50 euros.',
    '1. Open the box.',
    'Step 2. Press the button.',
  ])
    for (const style of styles) assert.deepEqual(splitSentences(text, style), [text]);
});

test('in a document lower case continues a sentence and lines may be wrapped', () => {
  for (const text of ['The max. weight is\n12 kg', 'Yahoo! is a name', '“Really?” he asked'])
    assert.deepEqual(splitSentences(text, 'document'), [text]);
});

test('in a chat a line ends the sentence and lower case may begin one', () => {
  assert.deepEqual(splitSentences('hi there\n\ni live in berlin. my name is ada', 'chat'), [
    'hi there',
    'i live in berlin.',
    'my name is ada',
  ]);
});

test('punctuation without a word is part of the next sentence', () => {
  assert.deepEqual(splitSentences('… ! ? Hello. Bye.', 'document'), ['… ! ? Hello.', 'Bye.']);
});

test('ends ascend within any text, and each sentence has a letter or a digit', () => {
  const text = fc.stringMatching(/^[a-zA-Z0-9 .!?…"')\n。！；ก水]{0,120}$/);
  fc.assert(
    fc.property(text, fc.constantFrom(...styles), (given, style) => {
      const edges = [0, ...sentenceEnds(given, style)];
      for (let index = 1; index < edges.length; index += 1) {
        assert.ok(edges[index]! > edges[index - 1]! && edges[index]! < given.length);
        assert.match(given.slice(edges[index - 1], edges[index]), /[\p{L}\p{N}]/u);
      }
    }),
  );
});

test('a text of a million punctuation characters is read in one pass', () => {
  for (const sign of ['! ', '. ', '。', 'a.', '1. ', 'No. ', '"'])
    for (const style of styles)
      assert.ok(sentenceEnds(sign.repeat(1_000_000 / sign.length), style).length < 1_000_000);
});
