import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchWithin } from './match-within.ts';

const cutOff = Object.assign(new Error('timed out'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });

/** A machine on which the first tries are cut off, each after so much work. */
const busyMachine = (cutOffTries: number, workedEachMs: number) => {
  let tries = 0;
  return {
    tries: () => tries,
    tryOnce: (expression: RegExp, text: string) => {
      tries += 1;
      if (tries <= cutOffTries) throw cutOff;
      return expression.exec(text);
    },
    worked: () => tries * workedEachMs,
  };
};

test('what is found, what is not, and what takes too long are told apart', () => {
  assert.equal(matchWithin(/\d+/, 'order 42', 50)?.[0], '42');
  assert.equal(matchWithin(/\d+/, 'order', 50), null);
  assert.equal(matchWithin(/^(a+)+$/, `${'a'.repeat(60)}!`, 20), undefined);
  assert.equal(matchWithin(/a/, 'a', 50)?.[0], 'a', 'the next one has its time again');
});

test('a match that was cut off before it could work is tried again', () => {
  const machine = busyMachine(3, 0.1);
  assert.equal(matchWithin(/b/, 'abc', 50, machine)?.[0], 'b');
  assert.equal(machine.tries(), 4);
});

test('what the engine itself cuts off is known as cut off', () => {
  let looks = 0;
  // A clock of work that stands still, and a pattern without an end.
  const worked = (): number => {
    looks += 1;
    return 0;
  };
  assert.equal(matchWithin(/^(a+)+$/, `${'a'.repeat(60)}!`, 5, { worked }), undefined);
  assert.equal(looks, 11, 'once at the start, and once after each of ten tries');
});

test('work alone ends it, and so does a machine that never lets it work', () => {
  const working = busyMachine(100, 10);
  assert.equal(matchWithin(/b/, 'abc', 50, working), undefined);
  assert.equal(working.tries(), 3);
  const standing = busyMachine(100, 0);
  assert.equal(matchWithin(/b/, 'abc', 50, standing), undefined);
  assert.equal(standing.tries(), 10);
});

test('a failure of the engine itself is no match and is not repeated', () => {
  let tries = 0;
  const tryOnce = (): never => {
    tries += 1;
    throw new RangeError('Maximum call stack size exceeded');
  };
  assert.equal(matchWithin(/b/, 'abc', 50, { tryOnce }), undefined);
  assert.equal(tries, 1);
});
