import { createRandom } from '../faults/random.ts';

/** Reproducible: a failure names its seed, and the seed produces the same case again. */
export const createRandomChoice = (seed: number) => {
  const next = createRandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: <Item>(items: readonly Item[]): Item => items[below(items.length)]! };
};

export type RandomChoice = ReturnType<typeof createRandomChoice>;

const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Written as JSON text, because some values cannot be written in another way. */
export const hostileJson: readonly string[] = [
  'null',
  'true',
  '-1',
  '0',
  '1e400',
  '-1e308',
  '9007199254740993',
  '123456789012345678901234567890',
  // Limits of 4-byte and 8-byte columns and of dates.
  '2147483648',
  '-2147483649',
  '9223372036854775807',
  '9223372036854775808',
  '8640000000000001',
  '0.1',
  '1e-320',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '{"a\\u0000": 1}',
  '{"\\ud800": "x"}',
  '["\\u0000"]',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"%00"',
  '"../../etc/passwd"',
  '"\'; drop table rounds; --"',
  '"{{7*7}}<%= 7*7 %>"',
  '"__proto__"',
  '"constructor"',
  '"\\u202e\\u2066"',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"__proto__": {"isAdmin": true}}',
  '{"constructor": {"prototype": {"isAdmin": true}}}',
  '{"toString": 1, "valueOf": 1, "hasOwnProperty": 1}',
  '{"length": 1000000000}',
  '{"$ref": "#"}',
  '{"then": "x"}',
  `"${'a'.repeat(100_000)}"`,
  `"${'語'.repeat(5000)}"`,
  `[${'0,'.repeat(5000)}0]`,
  nested(200, '[', ']'),
  nested(200, '{"a":', '}'),
];

/** Bodies that are not JSON objects, or barely. */
export const hostileBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  '{',
  '}',
  'nul',
  '[1,]',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '{"a":1,"a":2}',
  '\u0000',
  '\ufeff{}',
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x80, 0x81, 0x82]),
  Buffer.from('{"a":"\ud7ff"}', 'latin1'),
  nested(10_000, '[', ']'),
  nested(10_000, '{"a":', '}'),
  '['.repeat(10_000),
  '{"a":'.repeat(10_000),
  `{"${'k'.repeat(50_000)}":1}`,
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  ...hostileJson,
];

/** Parts of a URL, already encoded. */
export const hostileParameters: readonly string[] = [
  '',
  '%00',
  '%ff%fe',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  '2147483647',
  '2147483648',
  '9007199254740991',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '0x10',
  '1.5',
  '%ED%A0%80',
  'a%00b',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%F0%9F%92%A9',
  "'%20or%20'1'='1",
  '%3Cscript%3E',
  'a'.repeat(400),
  '000000000000000000000000',
  'ffffffffffffffffffffffff',
  'FFFFFFFFFFFFFFFFFFFFFFFF',
];

export const hostileHeaders: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': ';;;' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': 'é'.repeat(10) },
  { 'last-event-id': '-1' },
  { 'last-event-id': '1e99' },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'x' },
  { authorization: 'Bearer' },
  { authorization: 'Basic Zm9v' },
  { authorization: `Bearer ${'x'.repeat(5000)}` },
];
