import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEnglishMessages } from '../../../../../../../test/support/console/english-messages.ts';
import { nextDate, nextRange, type OpeningHours, problemIn, withRanges } from './opening-hours.ts';

const hours: OpeningHours = {
  timeZone: 'Europe/Berlin',
  weekly: [
    { day: 'monday', from: '09:00', to: '12:00' },
    { day: 'friday', from: '09:00', to: '12:00' },
  ],
  exceptions: [
    { date: '2026-12-25', ranges: [] },
    { date: '2026-12-26', ranges: [] },
    { date: '2026-12-25', ranges: [] },
  ],
};

test('errors of the service are shown at the day, date or field that they name', () => {
  loadEnglishMessages();
  const placeOf = (text: string) => problemIn(`settings.humanService.inbox.hours.${text}`, hours);
  assert.deepEqual(placeOf('timeZone: must be an IANA time zone'), {
    place: 'timeZone',
    rule: 'must be an IANA time zone',
  });
  assert.deepEqual(placeOf('weekly (monday): the ranges overlap'), {
    place: 'monday',
    rule: 'the ranges overlap',
  });
  assert.deepEqual(placeOf('weekly[1].from must match ^[0-9]$'), {
    place: 'friday',
    rule: 'Enter a complete time or date.',
  });
  assert.equal(placeOf('weekly must not have more than 70 items')?.place, 'weekly');
  assert.equal(placeOf('exceptions (2026-12-26): the ranges overlap')?.place, 1);
  assert.equal(placeOf('exceptions[1].date must match ^[0-9]$')?.place, 1);
  assert.deepEqual(placeOf('exceptions: 2026-12-25 is given twice'), {
    place: 2,
    rule: '2026-12-25 is given twice',
  });
  assert.equal(problemIn('settings.humanService.baseUrl: must be a URL', hours), undefined);
  assert.equal(problemIn(undefined, hours), undefined);
});

test('the hours of one day change without those of other days', () => {
  const range = { from: '10:00', to: '11:00' };
  assert.deepEqual(withRanges(hours, 'tuesday', [range]), [
    hours.weekly[0],
    { day: 'tuesday', ...range },
    hours.weekly[1],
  ]);
  assert.deepEqual(withRanges(hours, 'monday', []), [hours.weekly[1]]);
});

test('added hours follow the last ones, and an added date is not in the list yet', () => {
  assert.deepEqual(nextRange([]), { from: '09:00', to: '17:00' });
  assert.deepEqual(nextRange([{ from: '09:00', to: '12:00' }]), { from: '12:00', to: '24:00' });
  assert.equal(nextDate(hours, Date.parse('2026-12-24T12:00:00Z')), '2026-12-27');
});
