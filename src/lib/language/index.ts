export { detectLatin } from './detect/detect-latin.ts';
export { type Script, scriptOf } from './detect/script-of.ts';
export { type Language, languagesOf, type TextLanguages, textLanguages } from './detect/text-languages.ts';
export { type LanguageClass, languageClass } from './language-class.ts';
export { graphemeEnd, segmentStart, segmentWindow, segmentWords } from './segments.ts';
export { sentenceEnds, splitSentences } from './sentence-ends.ts';
export { toSimplified } from './simplified-characters.ts';
export { stemWord } from './stem-word.ts';
export { stemIn } from './stems/stem-in.ts';
