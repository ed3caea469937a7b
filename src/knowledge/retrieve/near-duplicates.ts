import { normalizeText } from '../../lib/language/normalize-text.ts';

/**
 * Which texts repeat an earlier, better one, such as the same page in two documents. They would take the place of
 * another passage in the prompt without adding anything.
 */

/** Longer texts are compared by their beginning, which bounds the time: 50 texts take about 5 ms. In UTF-16 units. */
const longestCompared = 4000;
/** Shingles overlap, so every character is in this many. Words of languages without spaces need no segmentation. */
const shingleLength = 8;
/** Texts without this many shingles are compared as a whole. */
const fewShingles = 24;
/** Share of common shingles among all of both. Pages with another menu or date reach 0.85. */
const similarity = 0.8;
/** Share of the shingles of a text that the better one has. */
const containment = 0.95;

interface Signature {
  plain: string;
  shingles: ReadonlySet<number>;
  /** Figures in order: lists and forms differ only in them, and they are what a user asks for. */
  figures: string;
}

const signatureOf = (text: string): Signature => {
  const plain = normalizeText(text.slice(0, longestCompared), 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  const shingles = new Set<number>();
  for (let at = 0; at + shingleLength <= plain.length; at += 1) {
    let hash = 2166136261;
    for (let next = at; next < at + shingleLength; next += 1)
      hash = Math.imul(hash ^ plain.charCodeAt(next), 16777619);
    shingles.add(hash);
  }
  return { plain, shingles, figures: (plain.match(/\p{N}+/gu) ?? []).join(' ') };
};

const isRepeated = (better: Signature, text: Signature): boolean => {
  if (better.plain === text.plain) return true;
  if (Math.min(better.shingles.size, text.shingles.size) < fewShingles) return false;
  let common = 0;
  for (const shingle of text.shingles) if (better.shingles.has(shingle)) common += 1;
  const all = better.shingles.size + text.shingles.size - common;
  if (common >= containment * text.shingles.size) return better.figures.includes(text.figures);
  return common >= similarity * all && better.figures === text.figures;
};

/** The words of the query that a text has. Texts that differ in one of them do not answer the same question. */
const createAskedWords = (query: string) => {
  const words = new Set(query.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]{2,}/gu) ?? []);
  return ({ plain }: Signature): string => [...words].filter((word) => plain.includes(word)).join(' ');
};

/**
 * The indexes of texts that repeat an earlier one. Exact comparison with every earlier text that is kept, which is
 * faster than hashing for a few dozen.
 */
export const findRepeated = (query: string, texts: readonly string[]): Set<number> => {
  const askedIn = createAskedWords(query.slice(0, longestCompared));
  const repeated = new Set<number>();
  const kept: (Signature & { asked: string })[] = [];
  for (const [index, text] of texts.entries()) {
    const own = signatureOf(text);
    const asked = askedIn(own);
    if (kept.some((better) => better.asked === asked && isRepeated(better, own))) repeated.add(index);
    else kept.push({ ...own, asked });
  }
  return repeated;
};
