import type { OcrLine, OcrWord } from './ocr-line.ts';

const eastAsian = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々、。「」『』（）・！？]';
const endsEastAsian = new RegExp(`${eastAsian}$`, 'u');
const startsEastAsian = new RegExp(`^${eastAsian}`, 'u');

/** A wider gap, in line heights, separates cells of a table. */
const widestGap = 1.2;

const joined = (first: OcrWord, second: OcrWord): OcrWord => {
  const text = first.text + second.text;
  const right = Math.max(first.box.left + first.box.width, second.box.left + second.box.width);
  const bottom = Math.max(first.box.top + first.box.height, second.box.top + second.box.height);
  const left = Math.min(first.box.left, second.box.left);
  const top = Math.min(first.box.top, second.box.top);
  return {
    text,
    confidence: (first.confidence * first.text.length + second.confidence * second.text.length) / text.length,
    box: { left, top, width: right - left, height: bottom - top },
  };
};

/** The engine splits a line without spaces into words. They are joined again, except across a wide gap. */
export const joinUnspaced = ({ words }: OcrLine): OcrLine => {
  const height = Math.max(...words.map(({ box }) => box.height));
  const pieces: OcrWord[] = [];
  for (const word of words) {
    const last = pieces.at(-1);
    const isNear = last && word.box.left - last.box.left - last.box.width <= height * widestGap;
    if (isNear && (endsEastAsian.test(last.text) || startsEastAsian.test(word.text)))
      pieces[pieces.length - 1] = joined(last, word);
    else pieces.push(word);
  }
  return { words: pieces };
};
