import { normalizeText } from '../normalize-text.ts';
import {
  latinCodes as codes,
  type LatinCode,
  type LatinLanguage,
  latinLanguages,
} from './latin-languages.ts';

const languages: readonly LatinLanguage[] = Object.values(latinLanguages);

/** What is found in few languages tells more than what is found in many. */
const weightOf = (languageCount: number): number => Math.log((codes.length + 1) / languageCount);
/** Forms of words are weaker evidence than whole words. */
const formWeight = 0.25;
/** A word of another language in a text is common, so a lead of less than one rare word decides nothing. */
const clearLead = weightOf(4);
const mostWords = 300;
/** In fewer words, endings alone tell nothing: "status" and "Paris" have those of Lithuanian. */
const fewWords = 4;

interface Evidence {
  places: number[];
  weight: number;
}

const placesBy = (values: (language: LatinLanguage) => Iterable<string>): Map<string, Evidence> => {
  const found = new Map<string, Set<number>>();
  for (const [place, language] of languages.entries())
    for (const value of values(language)) found.set(value, (found.get(value) ?? new Set()).add(place));
  return new Map(
    Array.from(found, ([value, places]) => [value, { places: [...places], weight: weightOf(places.size) }]),
  );
};

const byWord = placesBy(({ words }) => words.split(/\s+/));
const byLetter = placesBy(({ letters = '' }) => letters);

/** The languages that use all letters of a word which not every language has. */
const usingLetters = (word: string): Evidence | undefined => {
  let places: number[] | undefined;
  for (const letter of word) {
    if (letter <= 'z') continue;
    const known = byLetter.get(letter)?.places ?? [];
    places = places?.filter((place) => known.includes(place)) ?? known;
  }
  return places && places.length > 0 ? { places, weight: weightOf(places.length) } : undefined;
};

const add = (scores: Float64Array, { places, weight }: Evidence): void => {
  for (const place of places) scores[place]! += weight;
};

const usingForms = (word: string): Evidence | undefined => {
  const places = word.length < 5 ? [] : codes.keys().filter((place) => languages[place]!.forms?.test(word));
  const found = [...places];
  return found.length > 0 ? { places: found, weight: formWeight * weightOf(found.length) } : undefined;
};

interface WordEvidence {
  all: readonly Evidence[];
  /** By the form of the word alone. */
  isFormOnly: boolean;
}

const evidenceIn = (word: string): WordEvidence => {
  const known = byWord.get(word);
  const letters = usingLetters(word);
  const all = [known, letters, known ? undefined : usingForms(word)];
  return { all: all.filter((evidence) => evidence !== undefined), isFormOnly: !(known || letters) };
};

/** Texts repeat their words, and testing the forms of every language costs fifty times as much as a lookup. */
const evidenceOfWord = new Map<string, WordEvidence>();
const mostRemembered = 20_000;
const longestRemembered = 32;

const evidenceOf = (word: string): WordEvidence => {
  const before = evidenceOfWord.get(word);
  if (before) return before;
  const evidence = evidenceIn(word);
  if (word.length > longestRemembered) return evidence;
  if (evidenceOfWord.size >= mostRemembered) evidenceOfWord.clear();
  evidenceOfWord.set(word, evidence);
  return evidence;
};

interface LatinGuess<Code> {
  language: Code;
  /** Other languages are far less likely. */
  isClear: boolean;
}

/**
 * The most likely language of a text in Latin letters. Undefined if nothing in it tells.
 * @param among the languages to choose from
 */
export const detectLatin = <Code extends LatinCode = LatinCode>(
  text: string,
  among: readonly Code[] = codes as Code[],
): LatinGuess<Code> | undefined => {
  const scores = new Float64Array(codes.length);
  const words =
    normalizeText(text, 'NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  let hasFormsOnly = true;
  for (const word of words.slice(0, mostWords)) {
    const { all, isFormOnly } = evidenceOf(word);
    for (const evidence of all) add(scores, evidence);
    if (!isFormOnly) hasFormsOnly = false;
  }
  if (hasFormsOnly && words.length < fewWords) return undefined;
  const [best, next] = among
    .map((language) => ({ language, score: scores[codes.indexOf(language)]! }))
    .sort((a, b) => b.score - a.score);
  if (!best || best.score === 0) return undefined;
  return { language: best.language, isClear: best.score - (next?.score ?? 0) >= clearLead };
};
