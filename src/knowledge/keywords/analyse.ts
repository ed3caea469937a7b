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
import { splitWords } from './split-words.ts';
import { stopWords } from './stop-words.ts';

/** Increase it when the terms of a text change: stored chunks are then analysed again. */
export const analysisVersion = 2;

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

/** Begins with a character that no word has. */
const markerOf = (language: Language): string => `\u0000${language}`;
const versionMarker = `\u0000version ${analysisVersion}`;

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

/**
 * The terms of a query: for each word without stop words and question words (unless there are no others) its stems in
 * every language of the index. The language of the query is not guessed: a few words are too short for that, and with the stems of
 * another language they would not match. Chunks of the previous version are found by its terms.
 */
export const analyseQuery = (text: string, indexed: IndexedLanguages): string[][] => {
  const hasPrevious = !indexed.allHave(versionMarker);
  const present = new Map<Script, Language[]>();
  const languagesIn = (script: Script): Language[] => {
    const languages =
      present.get(script) ?? languagesOf[script].filter((language) => indexed.has(markerOf(language)));
    present.set(script, languages);
    return languages;
  };
  const termsOf = (word: string): string[] => {
    const script = scriptOf(word);
    const stems = script ? languagesIn(script).map((language) => stemIn(language, word)) : [];
    return stems.length > 0 ? stems : [word];
  };
  const words = wordsOf(text);
  // Both have the same words, because simplified characters replace others one by one.
  const previous = hasPrevious ? wordsOf(text, (run) => run).map(stemWord) : [];
  const groups = words.map((word, at) => [...new Set([...termsOf(word), ...previous.slice(at, at + 1)])]);
  const hasEnglish = hasPrevious || languagesIn('latin').includes('en');
  const isSubject = (word: string): boolean => {
    if (hasEnglish && stopWords.has(word)) return false;
    const script = scriptOf(word);
    return script === undefined || !languagesIn(script).some((language) => isQuestionWord(word, language));
  };
  const telling = groups.filter((_, at) => isSubject(words[at]!));
  return telling.length > 0 ? telling : groups;
};
