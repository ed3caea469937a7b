import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChoice, readDate, readEmail, readNumber, readPhone, readValue } from './answer-values.ts';

const check = <Result>(read: (text: string) => Result, cases: Record<string, Result>): void => {
  for (const [text, expected] of Object.entries(cases)) assert.deepEqual(read(text), expected, text);
};

test('numbers are read with either decimal separator, and ambiguous ones are rejected', () => {
  check(readNumber, {
    '12': 12,
    ' -3.5 ': -3.5,
    '1,5': 1.5,
    '0,125': 0.125,
    '1 234': 1234,
    '1,234.50': 1234.5,
    '1.234,50': 1234.5,
    '1,234,567': 1_234_567,
    '１２': 12,
    '٤٢': 42,
    '1,234': undefined,
    '': undefined,
    twelve: undefined,
    '12 apples': undefined,
    '1..2': undefined,
    Infinity: undefined,
    '1e999': undefined,
  });
});

test('e-mail addresses, phone numbers and dates', () => {
  check(readEmail, {
    'ada@example.com': 'ada@example.com',
    'mailto:ada@example.com': 'ada@example.com',
    'ada@example': undefined,
    'ada@@example.com': undefined,
    'a b@example.com': undefined,
    [`${'a'.repeat(64)}@example.com`]: `${'a'.repeat(64)}@example.com`,
    [`${'a'.repeat(65)}@example.com`]: undefined,
  });
  check(readPhone, {
    '+49 (30) 123-456': '+4930123456',
    '12345': undefined,
    '123456': '123456',
    '1234567890123456': undefined,
    'call me': undefined,
  });
  check(readDate, {
    '2026-02-28': '2026-02-28',
    '2026-02-29': undefined,
    '31.12.2026': '2026-12-31',
    '2026年1月2日': '2026-01-02',
    '25/12/2026': '2026-12-25',
    '12/25/2026': '2026-12-25',
    '03/04/2026': undefined,
    '05/05/2026': '2026-05-05',
    tomorrow: undefined,
  });
});

test('choices match by text in any case or by number, and a choice that is a number wins over its position', () => {
  const choices = ['Small', 'Größe 2', '1'];
  check((text) => readChoice(text, choices), {
    small: 'Small',
    'GRÖSSE 2': undefined,
    'größe 2': 'Größe 2',
    '2': 'Größe 2',
    '2.': 'Größe 2',
    '1': '1',
    '0': undefined,
    '4': undefined,
  });
  check((text) => readValue({ type: 'boolean', choices: [] }, text), {
    Yes: true,
    nein: false,
    是: true,
    maybe: undefined,
  });
  assert.equal(readValue({ type: 'text', choices: [] }, 'x'.repeat(4001)), undefined);
});
