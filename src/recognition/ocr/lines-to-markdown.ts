import { markdownTable } from '../markdown/markdown-table.ts';
import type { OcrLine, OcrWord } from './ocr-line.ts';

/** A gap this many line heights wide separates cells; between words it is a third of one. */
const cellGap = 1.2;
/** Space above a line, in line heights, that starts a new paragraph. */
const paragraphGap = 0.9;

interface TableLine {
  cells: string[];
  top: number;
  bottom: number;
}

/** As shares of the line height: the tallest letter, and the widest space beside one. */
const letterHeight = 1.2;
const widestSpace = 1;

const isBar = (text: string): boolean => /^[|¦]{1,2}$/.test(text);

/**
 * OCR reads a bar for the vertical line of a table, and for the letter I. The letter is as tall as the words beside it
 * and near to them.
 */
const withLetters = (words: OcrWord[]): OcrWord[] => {
  const height = Math.max(...words.filter(({ text }) => !isBar(text)).map(({ box }) => box.height));
  return words.map((word, index) => {
    const { text, box } = word;
    const beside = [words[index - 1], words[index + 1]].filter((other) => other !== undefined);
    const isNear = ({ text: other, box: place }: OcrWord): boolean =>
      !isBar(other) &&
      Math.max(place.left - box.left - box.width, box.left - place.left - place.width) < height * widestSpace;
    const isLetter =
      text === '|' && beside.length > 0 && box.height <= height * letterHeight && beside.every(isNear);
    return isLetter ? { ...word, text: 'I' } : word;
  });
};

const isRule = ({ text }: OcrWord): boolean => isBar(text);

const toTableLine = ({ words: read }: OcrLine): TableLine => {
  const words = withLetters(read);
  const height = Math.max(...words.map(({ box }) => box.height));
  const cells: string[][] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const word of words) {
    const isFar = word.box.left - reach > height * cellGap;
    reach = Math.max(reach, word.box.left + word.box.width);
    if (isFar || isRule(word) || cells.length === 0) cells.push([]);
    if (!isRule(word)) cells.at(-1)!.push(word.text);
  }
  return {
    cells: cells.map((cell) => cell.join(' ')).filter(Boolean),
    top: Math.min(...words.map(({ box }) => box.top)),
    bottom: Math.max(...words.map(({ box }) => box.top + box.height)),
  };
};

/** Lines as paragraphs. Two or more lines with the same number of cells become a table. */
export const linesToMarkdown = (lines: OcrLine[]): string => {
  const laid = lines.map(toTableLine).filter(({ cells }) => cells.length > 0);
  const blocks: string[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push(paragraph.join('\n'));
    paragraph = [];
  };
  for (let index = 0; index < laid.length; ) {
    const { cells, top } = laid[index]!;
    let end = index + 1;
    while (cells.length > 1 && laid[end]?.cells.length === cells.length) end += 1;
    if (end - index >= 2) {
      endParagraph();
      blocks.push(markdownTable(laid.slice(index, end).map((line) => line.cells)));
      index = end;
      continue;
    }
    const previous = laid[index - 1];
    const gap = previous ? top - previous.bottom : 0;
    if (
      previous &&
      (gap > (previous.bottom - previous.top) * paragraphGap || gap < 0 - (previous.bottom - previous.top))
    )
      endParagraph();
    paragraph.push(cells.join('  '));
    index += 1;
  }
  endParagraph();
  return blocks.join('\n\n');
};
