import { segmentWords } from '../../lib/language/index.ts';

/** Only the beginning of a longer question is used. */
const longestQuestion = 2000;
const maxWords = 40;

export interface QuestionWord {
  text: string;
  /** Probably a name: quoted, with a digit, or capitalized within a sentence. */
  isName: boolean;
}

const word = /[\p{L}\p{N}\p{M}]+(?:[-_.@/:+][\p{L}\p{N}\p{M}]+)*/gu;
const quoted = /["“„「『«]([^"”“」』»\n]{1,256})["”“」』»]/gu;
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Characters that are words by themselves and not part of a name. */
const particles =
  /[的了吗呢吧啊是在和与及或我你您他她它们这那有没不也都就把被给对从到为請请问のはがをにでと]/u;

/** Words, and runs of single characters: words that are missing in the dictionary are mostly names. */
const splitUnspaced = (run: string): QuestionWord[] => {
  const words: QuestionWord[] = [];
  let alone = '';
  const endName = (): void => {
    if ([...alone].length > 1) words.push({ text: alone, isName: true });
    alone = '';
  };
  for (const { text, isWord } of segmentWords(run)) {
    const isSingle = [...text].length === 1;
    if (isWord && isSingle && !particles.test(text)) {
      alone += text;
      continue;
    }
    endName();
    if (isWord && !isSingle) words.push({ text, isName: /\p{N}/u.test(text) });
  }
  endName();
  return words;
};

const wordsOf = (text: string, atStart: boolean): QuestionWord[] => {
  if (unspaced.test(text)) return splitUnspaced(text);
  const isName = /\p{N}/u.test(text) || (!atStart && /^\p{Lu}/u.test(text));
  const parts = text.split(/[-_.@/:+]/u);
  const whole = { text, isName };
  // "order-1042" may be a key, or a word and a key.
  return parts.length === 1
    ? [whole]
    : [whole, ...parts.map((part) => ({ text: part, isName: /\p{N}/u.test(part) }))];
};

/** Distinct words of a question that may occur in a record, names first. */
export const questionWords = (question: string): QuestionWord[] => {
  const text = question.slice(0, longestQuestion);
  const found = [...text.matchAll(quoted)].map((match) => ({ text: match[1]!.trim(), isName: true }));
  for (const match of text.matchAll(word)) found.push(...wordsOf(match[0], match.index === 0));
  const distinct = new Map<string, QuestionWord>();
  for (const one of found)
    if (one.text !== '' && !distinct.get(one.text)?.isName) distinct.set(one.text, one);
  return [...distinct.values()].sort((a, b) => Number(b.isName) - Number(a.isName)).slice(0, maxWords);
};
