import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isOpen, nextOpening, type OpeningHours, weekdays } from './opening-hours.ts';
import { isTimeZone } from './zoned-time.ts';

const minuteMs = 60_000;
const stepMinutes = 5;
const at = (text: string): number => Date.parse(text);
const shown = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16);

const office: OpeningHours = {
  timeZone: 'Europe/Berlin',
  weekly: weekdays.slice(0, 5).flatMap((day) => [
    { day, from: '09:00', to: '12:00' },
    { day, from: '13:00', to: '17:00' },
  ]),
  exceptions: [
    { date: '2026-12-25', ranges: [] },
    { date: '2026-12-26', ranges: [{ from: '10:00', to: '11:00' }] },
  ],
};

const everyDay = (timeZone: string, from: string, to: string): OpeningHours => ({
  timeZone,
  weekly: weekdays.map((day) => ({ day, from, to })),
  exceptions: [],
});

test('without hours it is always open', () => {
  assert.equal(isOpen(null, at('2026-01-01T03:00Z')), true);
  assert.equal(nextOpening(null, 5), 5);
});

test('the start of a range is open, its end is not', () => {
  // A Monday. Berlin is one hour ahead of UTC in winter.
  for (const [time, expected] of [
    ['07:59', false],
    ['08:00', true],
    ['10:59', true],
    ['11:00', false],
    ['12:00', true],
    ['15:59', true],
    ['16:00', false],
  ] as const)
    assert.equal(isOpen(office, at(`2026-11-16T${time}Z`)), expected, time);
});

test('the next opening is after the lunch break, on the next day, or after the weekend', () => {
  assert.equal(shown(nextOpening(office, at('2026-11-16T11:30Z'))), '2026-11-16T12:00');
  assert.equal(shown(nextOpening(office, at('2026-11-16T16:00Z'))), '2026-11-17T08:00');
  assert.equal(shown(nextOpening(office, at('2026-11-20T20:00Z'))), '2026-11-23T08:00');
});

test('a moment that is open is its own next opening', () => {
  assert.equal(shown(nextOpening(office, at('2026-11-16T09:12Z'))), '2026-11-16T09:12');
});

test('exceptions replace the hours of their date', () => {
  // Friday 25 December is closed, Saturday 26 has hours of its own.
  assert.equal(isOpen(office, at('2026-12-25T10:00Z')), false);
  assert.equal(isOpen(office, at('2026-12-26T09:30Z')), true);
  assert.equal(shown(nextOpening(office, at('2026-12-24T18:00Z'))), '2026-12-26T09:00');
  assert.equal(shown(nextOpening(office, at('2026-12-26T10:00Z'))), '2026-12-28T08:00');
});

test('the same wall time is another moment after the clocks change', () => {
  const hours = everyDay('Europe/Berlin', '09:00', '17:00');
  assert.equal(shown(nextOpening(hours, at('2026-03-28T20:00Z'))), '2026-03-29T07:00');
  assert.equal(shown(nextOpening(hours, at('2026-10-24T20:00Z'))), '2026-10-25T08:00');
});

test('a range that begins in the skipped hour opens when the clocks change', () => {
  const hours = everyDay('Europe/Berlin', '02:30', '04:00');
  assert.equal(shown(nextOpening(hours, at('2026-03-28T20:00Z'))), '2026-03-29T01:00');
  assert.equal(isOpen(hours, at('2026-03-29T00:59Z')), false);
  assert.equal(isOpen(hours, at('2026-03-29T01:00Z')), true);
});

test('a range within the skipped hour is not open on that day', () => {
  const hours = everyDay('Europe/Berlin', '02:10', '02:50');
  assert.equal(shown(nextOpening(hours, at('2026-03-28T20:00Z'))), '2026-03-30T00:10');
});

test('a range within the repeated hour is open twice', () => {
  const hours = everyDay('Europe/Berlin', '02:10', '02:20');
  assert.equal(shown(nextOpening(hours, at('2026-10-24T20:00Z'))), '2026-10-25T00:10');
  assert.equal(isOpen(hours, at('2026-10-25T00:25Z')), false);
  assert.equal(shown(nextOpening(hours, at('2026-10-25T00:25Z'))), '2026-10-25T01:10');
});

test('days without an end at midnight join', () => {
  const hours = everyDay('Asia/Kolkata', '00:00', '24:00');
  assert.equal(isOpen(hours, at('2026-05-05T18:29:59.999Z')), true);
  assert.equal(isOpen(hours, at('2026-05-05T18:30Z')), true);
});

test('hours of one date in the future are found, and those of the past are not', () => {
  const hours: OpeningHours = {
    timeZone: 'America/New_York',
    weekly: [],
    exceptions: [{ date: '2026-07-01', ranges: [{ from: '00:00', to: '24:00' }] }],
  };
  assert.equal(shown(nextOpening(hours, at('2026-01-01T00:00Z'))), '2026-07-01T04:00');
  assert.equal(nextOpening(hours, at('2026-07-02T04:00Z')), undefined);
  assert.equal(nextOpening({ ...hours, exceptions: [] }, at('2026-07-02T04:00Z')), undefined);
});

test('the next opening is the first open moment, also around changes of the clocks', () => {
  const time = fc
    .integer({ min: 0, max: 1440 / stepMinutes })
    .map((step) => step * stepMinutes)
    .map(
      (minute) =>
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    );
  const range = fc.tuple(time, time).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }));
  const hours = fc.record({
    timeZone: fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'UTC',
    ),
    weekly: fc.array(
      fc.tuple(range, fc.constantFrom(...weekdays)).map(([times, day]) => ({ ...times, day })),
      { maxLength: 4 },
    ),
    exceptions: fc.constant([]),
  });
  // Around changes of the clocks in these zones.
  const moment = fc
    .tuple(
      fc.constantFrom(
        '2026-03-07T12:00Z',
        '2026-03-28T12:00Z',
        '2026-04-04T04:00Z',
        '2026-04-23T12:00Z',
        '2026-10-24T12:00Z',
        '2026-10-29T12:00Z',
        '2026-10-31T20:00Z',
      ),
      fc.integer({ min: 0, max: 400 }),
    )
    .map(([start, steps]) => at(start) + steps * stepMinutes * minuteMs);
  fc.assert(
    fc.property(hours, moment, (given, fromMs) => {
      const found = nextOpening(given, fromMs);
      const searchedMinutes = 2 * 1440;
      for (let minute = 0; minute < searchedMinutes; minute += stepMinutes) {
        const atMs = fromMs + minute * minuteMs;
        if (isOpen(given, atMs)) return assert.equal(shown(found), shown(atMs));
      }
      assert.ok(found === undefined || found >= fromMs + searchedMinutes * minuteMs);
    }),
    { numRuns: 20 },
  );
});

for (const [name, expected] of [
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['UTC', true],
  ['+01:00', false],
  ['Europe/Nowhere', false],
  ['', false],
  ['Europe/Berlin\n', false],
  [`A${'/a'.repeat(100_000)}`, false],
] as const)
  test(`${JSON.stringify(name.slice(0, 40))} is ${expected ? '' : 'not '}a time zone`, () => {
    assert.equal(isTimeZone(name), expected);
  });
