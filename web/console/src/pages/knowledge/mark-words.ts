export interface TextPart {
  text: string;
  isMarked: boolean;
}

const shortestWord = 2;

/** Scripts without spaces: two neighbours are what a word mostly is. */
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

/** A text in pieces, those that stand in the query too marked. A word is marked with its ending: "open" in "opens". */
export const markWords = (text: string, query: string): TextPart[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [{ text, isMarked: false }];
  // Letters, digits and nothing else: no word can hold a sign of the pattern's own.
  const pattern = new RegExp(`(${words.join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMarked: index % 2 === 1 }))
    .filter((part) => part.text !== '');
};
