import type { Box } from './ocr-image.ts';

export interface OcrWord {
  text: string;
  /** 0 to 1. */
  confidence: number;
  box: Box;
}

export interface OcrLine {
  words: OcrWord[];
}

const weigh = (lines: OcrLine[], pick: (word: OcrWord) => number): number =>
  lines.reduce((sum, { words }) => sum + words.reduce((inner, word) => inner + pick(word), 0), 0);

export const characterCount = (lines: OcrLine[]): number => weigh(lines, ({ text }) => text.length);

/** Mean confidence, weighted by characters. */
export const meanConfidence = (lines: OcrLine[]): number =>
  weigh(lines, ({ text, confidence }) => text.length * confidence) / Math.max(1, characterCount(lines));

/** Share of characters in words with less than this confidence. */
export const doubtfulShare = (lines: OcrLine[], threshold: number): number =>
  weigh(lines, ({ text, confidence }) => (confidence < threshold ? text.length : 0)) /
  Math.max(1, characterCount(lines));
