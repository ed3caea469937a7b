import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuestions } from './next-questions.ts';

test('questions are read without numbers, bullets and quotation marks, at most three', () => {
  assert.deepEqual(readQuestions('1. What does it cost?\n2) "When is it open?"\n- Where is it?\n* Why?\n'), [
    'What does it cost?',
    'When is it open?',
    'Where is it?',
  ]);
  assert.deepEqual(readQuestions('1、多少钱？\n「几点开门？」'), ['多少钱？', '几点开门？']);
});

test('questions that were asked, repeated or too long are left out', () => {
  const reply = `Is it free?\nis it free?\n${'x'.repeat(201)}\nIs it open?`;
  assert.deepEqual(readQuestions(reply, ['IS IT OPEN?']), ['Is it free?']);
  assert.deepEqual(readQuestions(' \n\n'), []);
});
