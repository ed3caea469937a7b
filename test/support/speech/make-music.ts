const sampleRate = 16_000;
const notesPerSecond = 4;
/** A tune with its bass, in semitones from A (220 Hz). */
const tune = [0, 4, 7, 12, 11, 7, 4, 2, 0, 5, 9, 12, 14, 12, 9, 7];
const bass = [-24, -24, -19, -17];

const frequencyOf = (semitones: number): number => 220 * 2 ** (semitones / 12);

/** A plucked string: harmonics that fade, the higher ones faster. */
const pluck = (hertz: number, seconds: number): number => {
  let sum = 0;
  for (let harmonic = 1; harmonic <= 6; harmonic += 1)
    sum +=
      (Math.sin(2 * Math.PI * hertz * harmonic * seconds) / harmonic) * Math.exp(-3 * harmonic * seconds);
  return sum;
};

/** Instrumental music as samples of 16 kHz. */
export const makeMusic = (seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * sampleRate }, (_sample, index) => {
    const beat = Math.floor((index / sampleRate) * notesPerSecond);
    const sinceBeat = index / sampleRate - beat / notesPerSecond;
    const bar = Math.floor(beat / 4);
    const sinceBar = index / sampleRate - (bar * 4) / notesPerSecond;
    return (
      0.25 * pluck(frequencyOf(tune[beat % tune.length]!), sinceBeat) +
      0.2 * pluck(frequencyOf(bass[bar % bass.length]!), sinceBar)
    );
  });
