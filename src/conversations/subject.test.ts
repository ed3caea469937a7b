import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSubject } from './subject.ts';

test('a short question is the subject, on one line', () => {
  assert.equal(makeSubject('  Where is\nmy order? '), 'Where is my order?');
});

test('a long question is shortened at a word, to at most 50 characters', () => {
  const subject = makeSubject('How do I change the delivery address of an order that has already been sent?');
  assert.equal(subject, 'How do I change the delivery address of an order');
});

test('a word that ends exactly at the limit is kept', () => {
  assert.equal(makeSubject(`${'a'.repeat(24)} ${'b'.repeat(25)} c`), `${'a'.repeat(24)} ${'b'.repeat(25)}`);
});

test('a script without spaces is cut at 50 characters, counted in code points', () => {
  assert.equal(makeSubject('问'.repeat(60)), '问'.repeat(50));
  assert.equal(makeSubject('😀'.repeat(60)), '😀'.repeat(50));
});
