export interface TextPart {
  text: string;
  isMarked: boolean;
}

const shortestWord = 2;

/** In scripts without spaces most words have two characters. */
const pairsOf = (run: string): string[] => {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => letters[index]! + letter);
};

const wordsOf = (query: string): string[] => {
  const runs = query.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu) ?? [];
  const words = runs.flatMap((run) =>
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)
      ? pairsOf(run)
      : run.length >= shortestWord
        ? [run]
        : [],
  );
  return [...new Set(words)].sort((a, b) => b.length - a.length);
};

/** Divides a text into parts and marks the words of the query, also within longer words: "open" in "opens". */
export const markWords = (text: string, query: string): TextPart[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [{ text, isMarked: false }];
  // Words consist of letters and digits only, so they need no escaping in a regular expression.
  const pattern = new RegExp(`(${words.join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMarked: index % 2 === 1 }))
    .filter((part) => part.text !== '');
};
