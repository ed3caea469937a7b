import { scriptOf, withoutAccents } from '../../../lib/language/index.ts';

/** An agent with more words completes only these. About 60 bytes each. */
const mostWords = 500_000;
/** Between the form without accents, by which words are sorted, and the word. No word has it. */
const separator = '\u0000';

const sortedForm = (word: string): string => (scriptOf(word) === 'latin' ? withoutAccents(word) : word);

const toEntry = (word: string): string => {
  const form = sortedForm(word);
  return form === word ? word : form + separator + word;
};

const toWord = (entry: string): string => {
  const at = entry.indexOf(separator);
  return at < 0 ? entry : entry.slice(at + 1);
};

/** UTF-16 order, which is the order of `<`. */
const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const merge = (left: readonly string[], right: readonly string[]): string[] => {
  const merged: string[] = [];
  let [a, b] = [0, 0];
  while (a < left.length || b < right.length)
    merged.push(b >= right.length || (a < left.length && left[a]! < right[b]!) ? left[a++]! : right[b++]!);
  return merged;
};

/** The words of an agent's documents in order, to find those with a beginning. Words are only added. */
export const createVocabulary = () => {
  const known = new Set<string>();
  let entries: string[] = [];
  let added: string[] = [];

  const firstFrom = (text: string): number => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    add: (words: Iterable<string>): void => {
      for (const word of words) {
        if (word === '' || known.has(word) || known.size >= mostWords) continue;
        known.add(word);
        added.push(toEntry(word));
      }
    },
    /** At most `most` words, spread evenly over all that have the beginning. */
    startingWith: (beginning: string, most: number): string[] => {
      if (added.length > 0) {
        entries = merge(entries, added.sort(byUnits));
        added = [];
      }
      const form = sortedForm(beginning);
      const [start, end] = [firstFrom(form), firstFrom(`${form}\uffff`)];
      const step = Math.max(1, Math.ceil((end - start) / most));
      const found: string[] = [];
      for (let at = start; at < end; at += step) found.push(toWord(entries[at]!));
      return found;
    },
    get bytes(): number {
      return known.size * 60;
    },
  };
};
