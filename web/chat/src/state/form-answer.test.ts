import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AskedField, problemOf, writeAnswer } from './form-answer.ts';

const field = (type: AskedField['type'], required = true): AskedField => ({
  name: type,
  label: type,
  type,
  required,
  description: '',
  choices: [],
  invalidText: 'invalid',
});

test('obvious mistakes are found before the form is sent', () => {
  const cases: [AskedField, string, string | undefined][] = [
    [field('text'), ' ', 'required'],
    [field('text', false), ' ', undefined],
    [field('number'), '1,5', undefined],
    [field('number'), '٤٢', undefined],
    [field('number'), 'two', 'invalid'],
    [field('email'), 'ada@example.com', undefined],
    [field('email'), 'ada@example', 'invalid'],
    [field('phone'), '+49 (30) 12-34', undefined],
    [field('phone'), '12', 'invalid'],
    [field('date'), '2026-12-31', undefined],
  ];
  for (const [one, value, expected] of cases)
    assert.equal(problemOf(one, value, 'required'), expected, `${one.type} ${value}`);
});

test('the answer has one line for each field, and a hyphen for an empty one', () => {
  assert.equal(writeAnswer([field('text'), field('email', false)], [' Ada ', '']), 'text: Ada\nemail: -');
});
