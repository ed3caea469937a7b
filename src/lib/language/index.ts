export { type LanguageClass, languageClass } from './language-class.ts';
export { countWords, graphemeEnd, segmentStart, segmentWindow, segmentWords } from './segments.ts';
export { sentenceEnds, splitSentences } from './sentence-ends.ts';
export { stemWord } from './stem-word.ts';
