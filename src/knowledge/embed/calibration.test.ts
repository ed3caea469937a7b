import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bgeChineseCalibration, calibrate, miniLmCalibration, plainCalibration } from './calibration.ts';

test('any cosine gives a score in [0, 1] that never falls as the cosine rises', () => {
  const cosine = fc.double({ min: -1.001, max: 1.001, noNaN: true });
  for (const calibration of [miniLmCalibration, bgeChineseCalibration, plainCalibration]) {
    fc.assert(
      fc.property(cosine, cosine, (a, b) => {
        const [low, high] = [calibrate(calibration, Math.min(a, b)), calibrate(calibration, Math.max(a, b))];
        assert.ok(low >= 0 && high <= 1 && low <= high);
      }),
    );
  }
});

test('each model has the highest confidence in its own language', () => {
  const { english, ...others } = miniLmCalibration.confidence;
  assert.ok(Object.values(others).every((confidence) => confidence < english));
  const { chinese, ...rest } = bgeChineseCalibration.confidence;
  assert.ok(Object.values(rest).every((confidence) => confidence < chinese));
});
