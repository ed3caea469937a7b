/**
 * A model's function from cosines to scores, sampled at equal steps from -1 to 1, so that it can be sent to another
 * thread. It only selects candidates. Returned scores are calculated by the model's own function.
 */
export type ScoreCurve = Float32Array;

const steps = 2048;

export const drawCurve = (calibrate: (cosine: number) => number): ScoreCurve =>
  Float32Array.from({ length: steps + 1 }, (_, step) => calibrate((step / steps) * 2 - 1));

export const scoreAt = (curve: ScoreCurve, cosine: number): number => {
  const place = ((Math.max(-1, Math.min(1, cosine)) + 1) / 2) * steps;
  const step = Math.min(steps - 1, Math.floor(place));
  return curve[step]! + (curve[step + 1]! - curve[step]!) * (place - step);
};
