import { isQuestionWord, languagesOf, scriptOf } from '../lib/language/index.ts';

/**
 * What a question asks for, in English and Chinese, which are compared by meaning: embeddings hardly distinguish "When did
 * it start?" from "Where did it start?".
 */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'duration',
    /\bhow long\b|\bhow many (?:minutes|hours|days|weeks|months|years)\b|多久|多长时间|几天|多少天/u,
  ],
  ['amount', /\bhow (?:many|much)\b(?! (?:minutes|hours|days|weeks|months|years|time)\b)|多少(?!天)|几个/u],
  ['age', /\bhow old\b|几岁/u],
  ['time', /\bwhen\b|\b(?:what|which) (?:time|year|date|day|month)\b|什么时候|何时|几点|哪[一]?[年天月日]/u],
  ['place', /\bwhere\b|哪里|哪儿|在哪|何处/u],
  ['reason', /\bwhy\b|为什么|为何/u],
  ['person', /\bwhom?\b|\bwhose\b|谁/u],
];

/** Empty if it is not certain ("What …", "Can I …"). */
export const askedKinds = (plain: string): ReadonlySet<string> =>
  new Set(kinds.filter(([, pattern]) => pattern.test(plain)).map(([kind]) => kind));

/** The words of any language that make a sentence a question, sorted. */
export const questionWords = (plain: string): string => {
  const words = plain.split(' ').filter((word) => {
    const script = scriptOf(word);
    return script !== undefined && languagesOf[script].some((language) => isQuestionWord(word, language));
  });
  return [...new Set(words)].sort().join(' ');
};
