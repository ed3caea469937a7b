import { normalizeText } from '../../../lib/language/normalize-text.ts';
import type { AskedField } from '../../../rounds/index.ts';
import { yesNoWords } from './question-texts.ts';

/** Longer answers to a checked question are invalid. */
export const longestAnswer = 4000;

const zeros = [0x660, 0x6f0, 0x966, 0xe50];

/** Compatible forms, and the digits of Arabic, Persian, Hindi and Thai as 0 to 9. */
const normalise = (text: string): string =>
  normalizeText(text, 'NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - zeros.findLast((zero) => zero <= code)!);
    })
    .trim();

/** For comparing choices and words. */
export const fold = (text: string): string => normalise(text).toLowerCase();

/**
 * "1.5", "1,5", "1 234", "1,234.50" and "1.234,50". A single comma before three digits is rejected: it is a decimal
 * comma in some countries and a thousands separator in others.
 */
export const readNumber = (text: string): number | undefined => {
  const compact = normalise(text).replaceAll(/[\s'’]/g, '');
  if (!/^[+-]?\d[\d.,]*$/.test(compact) || compact.length > 40) return undefined;
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(compact)) return undefined;
  const plain = (pattern: RegExp, group: string, decimal: string): number | undefined =>
    pattern.test(compact) ? Number(compact.replaceAll(group, '').replace(decimal, '.')) : undefined;
  return (
    plain(/^[+-]?\d+(\.\d+)?$/, ',', '.') ??
    plain(/^[+-]?\d+,\d+$/, '.', ',') ??
    plain(/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/, ',', '.') ??
    plain(/^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/, '.', ',')
  );
};

/** One @, no spaces, and a domain with a dot. */
export const readEmail = (text: string): string | undefined => {
  const address = normalise(text).replace(/^mailto:/i, '');
  return address.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/.test(address)
    ? address
    : undefined;
};

/** 6 to 15 digits, with an optional plus and the usual separators, which are removed. */
export const readPhone = (text: string): string | undefined => {
  const compact = normalise(text).replaceAll(/[\s().\-/–]/g, '');
  return /^\+?\d{6,15}$/.test(compact) ? compact : undefined;
};

const isoDate = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1000 ? date.toISOString().slice(0, 10) : undefined;
};

/**
 * 2026-12-31, 2026/12/31, 31.12.2026, 2026年12月31日; with slashes or hyphens only if day and month cannot be confused.
 * The result is an ISO date.
 */
export const readDate = (text: string): string | undefined => {
  const compact = normalise(text).replaceAll(/\s/g, '');
  const yearFirst = /^(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})日?$/.exec(compact);
  if (yearFirst) return isoDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const yearLast = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(compact);
  if (!yearLast) return undefined;
  const [first, second, year] = [Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4])];
  if (yearLast[2] === '.' || first > 12 || first === second) return isoDate(year, second, first);
  return second > 12 ? isoDate(year, first, second) : undefined;
};

const readBoolean = (text: string): boolean | undefined => {
  const word = fold(text).replace(/[.!。！]$/, '');
  if (yesNoWords.yes.has(word)) return true;
  return yesNoWords.no.has(word) ? false : undefined;
};

/** By text, or by its number in the list. */
export const readChoice = (text: string, choices: readonly string[]): string | undefined => {
  if (text.length > longestAnswer) return undefined;
  const wanted = fold(text);
  const named = choices.find((choice) => fold(choice) === wanted);
  return named ?? (/^\d{1,2}[.)]?$/.test(wanted) ? choices[Number.parseInt(wanted, 10) - 1] : undefined);
};

/** The value of a field, or undefined if the text is not valid. */
export const readValue = (
  { type, choices }: Pick<AskedField, 'type' | 'choices'>,
  text: string,
): string | number | boolean | undefined => {
  if (text.length > longestAnswer) return undefined;
  switch (type) {
    case 'text':
      return text.trim();
    case 'number':
      return readNumber(text);
    case 'email':
      return readEmail(text);
    case 'phone':
      return readPhone(text);
    case 'date':
      return readDate(text);
    case 'choice':
      return readChoice(text, choices);
    case 'boolean':
      return readBoolean(text);
  }
};
