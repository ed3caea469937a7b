/** Abbreviations whose full stop does not end a sentence, case-insensitive: `Dr.`, `dr.` and `DR.`. */
const inAnyCase = [
  'mr',
  'mrs',
  'dr',
  'prof',
  'st',
  'jr',
  'sr',
  'inc',
  'ltd',
  'co',
  'vs',
  'etc',
  'e.g',
  'i.e',
  'cf',
  'approx',
  'sra',
  'dra',
  'núm',
  'mme',
  'mlle',
  'bzw',
  'z.b',
  'd.h',
  'ca',
  'nr',
  'usw',
];

/** In lower case these are ordinary words ("a fig.", "20 ms."). */
const capitalised = ['Ms', 'Fig'];

const before = '(?:^|[\\s("\'“‘])';
const anyCase = new RegExp(
  `${before}(?:${inAnyCase.map((one) => one.replace('.', '\\.')).join('|')})$`,
  'iu',
);
const exactCase = new RegExp(`${before}(?:${capitalised.join('|')})$`, 'u');

/** A single letter, and the last one of "U.S." and "J.R.R.". The "m" of "9 a.m." can end a sentence. */
const initial = new RegExp(`${before}\\p{L}$|\\.\\p{Lu}$`, 'u');

/** "No. 5", but "No. We are closed." is two sentences. An unfinished text may continue with a number. */
const numero = new RegExp(`${before}No$`, 'u');

/** Longer than every abbreviation with the character before it. */
const longest = 12;

/** Whether the full stop at `at` belongs to an abbreviation or an initial. */
export const isAbbreviationStop = (text: string, at: number): boolean => {
  const word = text.slice(Math.max(0, at - longest), at);
  if (anyCase.test(word) || exactCase.test(word) || initial.test(word)) return true;
  return numero.test(word) && /^\s*(?:\d|$)/.test(text.slice(at + 1, at + longest));
};
