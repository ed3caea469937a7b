import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitAtMarks, withMarks, withNumbers } from './citation-marks.ts';

const text = 'One is here. Two is there. Three is gone.';
const at = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });

test('each part is followed by the number of its document', () => {
  const marked = withMarks(text, [[at('Two is there.')], [at('One is here.'), at('Two is there.')]]);
  assert.deepEqual(splitAtMarks(marked), ['One is here. Two is there.', 1, 2, ' Three is gone.']);
});

test('neighbouring parts of one document have one mark', () => {
  const marked = withMarks(text, [[at('One is here.'), at('Three is gone.'), at('Two is there.')]]);
  assert.deepEqual(splitAtMarks(marked), [text, 1]);
});

test('private characters of the text itself and parts beyond its end are ignored', () => {
  assert.deepEqual(splitAtMarks(withMarks('a\ue101b', [[{ start: 0, end: 9 }]])), ['ab']);
});

test('numbers can be shown as text', () => {
  assert.equal(withNumbers('It is red. Really.', [[{ start: 0, end: 10 }]]), 'It is red.\u00a0[1] Really.');
});
