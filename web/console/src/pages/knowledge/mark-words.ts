export interface TextPart {
  text: string;
  isMarked: boolean;
}

const shortestWord = 2;
/** From this length on, a word also matches with a short ending: "open" in "opens", "opened" and "opening". */
const shortestStem = 4;
const longestEnding = 3;
/** A question can be a whole text. Marking more words than that helps nobody. */
const mostWords = 100;

const han = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';

/** In scripts without spaces most words have two characters. */
const pairsOf = (run: string): string[] => {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => letters[index]! + letter);
};

/** Words consist of letters and digits only, so they need no escaping in a regular expression. */
const wholeWord = (word: string): string => {
  const ending = word.length >= shortestStem ? `\\p{L}{0,${longestEnding}}` : '';
  return `(?<![\\p{L}\\p{N}])${word}${ending}(?![\\p{L}\\p{N}])`;
};

const patternsOf = (query: string): RegExp[] => {
  const runs = query.match(new RegExp(`${han}+|(?:(?!${han})[\\p{L}\\p{N}])+`, 'gu')) ?? [];
  const isHan = new RegExp(`^${han}`, 'u');
  const patterns = runs.flatMap((run) => {
    if (isHan.test(run)) return pairsOf(run);
    return run.length >= shortestWord ? [wholeWord(run)] : [];
  });
  return [...new Set(patterns)].slice(0, mostWords).map((pattern) => new RegExp(pattern, 'giu'));
};

/** Divides a text into parts and marks the words of the query as whole words. Marks that touch are one part. */
export const markWords = (text: string, query: string): TextPart[] => {
  const isMarked = new Uint8Array(text.length);
  for (const pattern of patternsOf(query))
    for (const match of text.matchAll(pattern)) isMarked.fill(1, match.index, match.index + match[0].length);
  const parts: TextPart[] = [];
  let start = 0;
  for (let end = 1; end <= text.length; end += 1)
    if (end === text.length || isMarked[end] !== isMarked[start]) {
      parts.push({ text: text.slice(start, end), isMarked: isMarked[start] === 1 });
      start = end;
    }
  return parts;
};
