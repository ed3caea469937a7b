import { termsOf } from '../models/embedded/terms.ts';

/**
 * Words that refer to something said before, and beginnings of a question that continues another one. A correction for
 * "What does it cost?" must not answer it in every conversation.
 */
const references: readonly RegExp[] = [
  // English
  /\b(?:it|its|they|them|their|that|this|these|those|there|he|she|him|his|hers?|one|ones|same|instead|too|else)\b/iu,
  /^\s*(?:and|or|but|so|then|what about|how about|what if|why not)\b/iu,
  // Chinese, Japanese
  /[它他她]们?|这|那(?!么)|該|该|上面|刚才|刚刚|前面|^还有|^那|呢[??。!\s]*$|それ|これ|あれ|その|この/u,
  // German
  /(?<!\p{L})(?:es|dies|diese[rsnm]?|das da|davon|dafür|damit|dazu|dort|dorthin|er|ihn|ihm|ihr|derselben?|dasselbe|stattdessen)(?!\p{L})/iu,
  /^\s*(?:und|oder|aber|was ist mit|wie sieht es)(?!\p{L})/iu,
  // French, Spanish, Portuguese, Italian
  /(?<!\p{L})(?:ça|cela|celui|celle|ceux|y|en|lui|eso|esto|esta|este|ese|esa|ello|lo mismo|isso|isto|ele|ela|quello|questo|quella|questa|ci|ne)(?!\p{L})/iu,
  /^\s*(?:¿\s*)?(?:et|y|e|ed|ou|o|mais|pero|mas|ma)(?!\p{L})/iu,
  // Russian, Ukrainian
  /(?<!\p{L})(?:он|она|оно|они|его|её|ее|их|это|этот|эта|эти|этого|там|туда|тот|такой|він|вона|воно|вони|це|цей|ця|ці)(?!\p{L})/iu,
  /^\s*(?:а|и|но|или|та|але)(?!\p{L})/iu,
  // Arabic
  /(?<!\p{L})(?:هذا|هذه|ذلك|تلك|هناك|هو|هي|هم|و\s?ماذا عن)(?!\p{L})/u,
];

/** With fewer, the subject is usually in an earlier message ("On Sundays?"). */
const fewestTerms = 2;

/**
 * Whether a question can be understood without the messages before it. Used only if there are such messages. In doubt it
 * does not, and the agent answers as usual.
 */
export const standsAlone = (question: string): boolean =>
  new Set(termsOf(question)).size >= fewestTerms && !references.some((pattern) => pattern.test(question));
