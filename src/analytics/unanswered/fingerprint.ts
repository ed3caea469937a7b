import { decodeTerms, encodeTerms, termSet } from '../../memory/term-set.ts';
import { cosine, packVector } from '../../memory/vectors.ts';

/** What questions are compared by: a vector of an embedding model, or their words. */
export type Fingerprint =
  | { model: string; vector: Float32Array; calibrate(cosine: number): number }
  | { model: ''; terms: Uint32Array };

/** A relevant passage scores 0.65 on the scale of the embedders; questions of one meaning score at least this. */
const leastScore = 0.63;
/** Part of the words that two questions of one meaning share. */
const leastShared = 0.5;
/** The mean direction follows new questions, however many there are. */
const heaviestMean = 50;

export const wordFingerprint = (terms: readonly string[]): Fingerprint => ({
  model: '',
  terms: termSet(terms),
});

export const encodeFingerprint = (fingerprint: Fingerprint): Uint8Array =>
  'vector' in fingerprint ? packVector(fingerprint.vector) : encodeTerms(fingerprint.terms);

const sharedPart = (left: Uint32Array, right: Uint32Array): number => {
  let [shared, at] = [0, 0];
  for (const term of left) {
    while (at < right.length && right[at]! < term) at += 1;
    if (right[at] === term) shared += 1;
  }
  const all = left.length + right.length - shared;
  return all === 0 ? 0 : shared / all;
};

/** Similarity to a stored fingerprint of the same model, from 0 to 1. */
export const similarity = (fingerprint: Fingerprint, stored: Uint8Array): number => {
  if ('vector' in fingerprint) return fingerprint.calibrate(cosine(fingerprint.vector, stored));
  const terms = decodeTerms(stored);
  return terms === undefined ? 0 : sharedPart(fingerprint.terms, terms);
};

export const isSameMeaning = (fingerprint: Fingerprint, score: number): boolean =>
  score >= ('vector' in fingerprint ? leastScore : leastShared);

/** The stored fingerprint of a topic after another question. Words stay those of the first one. */
export const withQuestion = (stored: Uint8Array, total: number, fingerprint: Fingerprint): Uint8Array => {
  if (!('vector' in fingerprint)) return stored;
  const before = new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength);
  const length = Math.hypot(...before) || 1;
  const weight = Math.min(total, heaviestMean);
  return packVector(fingerprint.vector.map((value, at) => (before[at]! / length) * weight + value));
};
