import {
  isQuestionWord,
  type Language,
  languagesOf,
  type Script,
  scriptOf,
  stemIn,
  stemWord,
  type TextLanguages,
  textLanguages,
  toSimplified,
} from '../../lib/language/index.ts';
import { normalizeText } from '../../lib/language/normalize-text.ts';
import { type PlacedWord, placeWords, splitWords } from './split-words.ts';
import { stopWords } from './stop-words.ts';

/** Increase it when the terms or words of a text change: stored chunks are then analysed again. */
export const analysisVersion = 3;
/** The version since which terms are the same. Version 3 added the words of documents. */
const termsVersion = 2;

/** Longer "words" are data (base64, hashes). Their beginning is enough to distinguish them. */
const longestTerm = 64;
/** Words and emoji. Each emoji is a word, even if it has several code points. */
const runs = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu;
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]|\p{Variation_Selector}/gu;
/** Scripts that need split-words. All others, nearly all of most texts, skip it. */
const needsSplitting =
  /[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u30FF\u3130-\u318F\u31F0-\u31FF\u3400-\u9FFF\uA9E0-\uA9FF\uAA60-\uAA7F\uAC00-\uD7FF\uF900-\uFAFF]|[\uD840-\uD88D]/;

const wordsOf = (text: string, fold: (run: string) => string = toSimplified): string[] => {
  const plain = normalizeText(text, 'NFKC').toLowerCase().replaceAll(invisible, '');
  const words: string[] = [];
  for (const [run] of plain.matchAll(runs)) {
    if (!needsSplitting.test(run)) words.push(run);
    // One by one: a run of a million characters has too many words for the arguments of one call.
    else for (const word of splitWords(fold(run))) words.push(word);
  }
  return words.map((word) => (word.length > longestTerm ? word.slice(0, longestTerm).toWellFormed() : word));
};

/** The words of a text and their places in it. */
export function* placedWordsOf(text: string): Generator<PlacedWord, void, undefined> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (!needsSplitting.test(run)) {
      const [word] = wordsOf(run);
      if (word !== undefined) yield { text: word, start: index, end: index + run.length };
    } else
      for (const { text: part, start, end } of placeWords(run))
        yield { text: toSimplified(part.toLowerCase()), start: index + start, end: index + end };
  }
}

/** Begins with a character that no word has. */
const markerOf = (language: Language): string => `\u0000${language}`;
const versionMarker = `\u0000version ${termsVersion}`;

/** Every marker that a text may have. */
export const allMarkers = (): string[] => [versionMarker, ...Object.values(languagesOf).flat().map(markerOf)];

export interface Analysis {
  /** In order and with repetitions, as they are indexed. */
  terms: string[];
  /**
   * Terms that are indexed with the others but are no words of the text: the version of the analysis and the
   * languages whose stems the text has. They tell how to analyse a query.
   */
  markers: string[];
}

/**
 * The terms of a text: stems in its language, which is detected for each script.
 * @param likely languages of the whole document
 */
export const analyse = (text: string, likely?: TextLanguages): Analysis => {
  const languages = textLanguages(text, likely);
  const terms = wordsOf(text).map((word) => {
    const script = scriptOf(word);
    const language = script && languages[script];
    return language ? stemIn(language, word) : word;
  });
  return { terms, markers: [versionMarker, ...Object.values(languages).map(markerOf)] };
};

/** What an index contains, as far as queries depend on it. */
export interface IndexedLanguages {
  has(marker: string): boolean;
  /** Whether all chunks have this marker. */
  allHave(marker: string): boolean;
}

interface QueryWord {
  word: string;
  terms: string[];
  /** Neither a stop word nor a question word of a language of the index. */
  isSubject: boolean;
}

/** How queries to this index are analysed. */
const createReading = (indexed: IndexedLanguages) => {
  const hasPrevious = !indexed.allHave(versionMarker);
  const present = new Map<Script, Language[]>();
  const languagesIn = (script: Script): Language[] => {
    const languages =
      present.get(script) ?? languagesOf[script].filter((language) => indexed.has(markerOf(language)));
    present.set(script, languages);
    return languages;
  };
  const hasEnglish = hasPrevious || languagesIn('latin').includes('en');

  const termsOf = (word: string): string[] => {
    const script = scriptOf(word);
    const stems = script ? languagesIn(script).map((language) => stemIn(language, word)) : [];
    return stems.length > 0 ? stems : [word];
  };
  const isSubject = (word: string): boolean => {
    if (hasEnglish && stopWords.has(word)) return false;
    const script = scriptOf(word);
    return script === undefined || !languagesIn(script).some((language) => isQuestionWord(word, language));
  };
  const wordsIn = (text: string): QueryWord[] => {
    // Both have the same words, because simplified characters replace others one by one.
    const previous = hasPrevious ? wordsOf(text, (run) => run).map(stemWord) : [];
    return wordsOf(text).map((word, at) => ({
      word,
      terms: [...new Set([...termsOf(word), ...previous.slice(at, at + 1)])],
      isSubject: isSubject(word),
    }));
  };
  return { termsOf, isSubject, wordsIn };
};

const tellingTerms = (words: readonly QueryWord[]): string[][] => {
  const subjects = words.filter(({ isSubject }) => isSubject);
  return (subjects.length > 0 ? subjects : words).map(({ terms }) => terms);
};

/**
 * The terms of a query: for each word without stop words and question words (unless there are no others) its stems in
 * every language of the index. The language of the query is not guessed: a few words are too short for that, and with the stems of
 * another language they would not match. Chunks of the previous version are found by its terms.
 */
export const analyseQuery = (text: string, indexed: IndexedLanguages): string[][] =>
  tellingTerms(createReading(indexed).wordsIn(text));

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/u;
const han = /\p{Script=Han}/u;
const endsInWord = /[\p{L}\p{M}\p{N}]$/u;

/** Chinese characters are indexed one by one, and other East Asian characters in pairs. */
const canBeBeginning = (word: string): boolean =>
  !han.test(word) && (!eastAsian.test(word) || Array.from(word).length === 1);

/** The different words of a text that a word being typed may become. */
export const completableWords = (text: string): Set<string> =>
  new Set(wordsOf(text).filter((word) => !han.test(word)));

/** The terms of single words, for a comparison with the terms of a query. */
export const createTermsOf = (indexed: IndexedLanguages): ((word: string) => string[]) =>
  createReading(indexed).termsOf;

/** The words of a name, with repetitions. */
export const wordsOfName = (name: string): string[] => wordsOf(name);

/** Words of the index that begin with this text, also the text itself if it is a word. */
type CompleteWord = (beginning: string, termsOf: (word: string) => string[]) => string[];

const unspaced = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+$/u;

/** How many last words may be the beginning of one: the dictionary divides an incomplete word into others. */
const joinedCounts = (text: string, words: readonly QueryWord[]): number[] =>
  unspaced.test(words.at(-1)!.word)
    ? [3, 2, 1].filter((count) => count <= words.length && text.endsWith(joinLast(words, count)))
    : [1];

const joinLast = (words: readonly QueryWord[], count: number): string =>
  words
    .slice(-count)
    .map(({ word }) => word)
    .join('');

/**
 * The terms of a query that is being typed. Its last word counts as all words that begin with it, and once more
 * as itself if it is a word, which then ranks above the others. After a space no word is being typed.
 */
export const analyseTyped = (text: string, indexed: IndexedLanguages, complete: CompleteWord): string[][] => {
  const { wordsIn, termsOf, isSubject } = createReading(indexed);
  const words = wordsIn(text);
  const last = words.at(-1);
  if (!last || !endsInWord.test(text) || !canBeBeginning(last.word)) return tellingTerms(words);
  for (const count of joinedCounts(text, words)) {
    const beginning = joinLast(words, count);
    const found = complete(beginning, termsOf);
    const others = found.filter((word) => word !== beginning && isSubject(word));
    if (others.length === 0) continue;
    const before = words.slice(0, -count).filter((word) => word.isSubject);
    const own = isSubject(beginning) ? termsOf(beginning) : [];
    return [
      ...before.map(({ terms }) => terms),
      ...(own.length > 0 && found.includes(beginning) ? [own] : []),
      [...new Set([...own, ...others.flatMap(termsOf)])],
    ];
  }
  return tellingTerms(words);
};
