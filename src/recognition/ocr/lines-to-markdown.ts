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

/** Characters that OCR reads for the vertical lines of a table. */
const isRule = ({ text }: OcrWord): boolean => /^[|¦]{1,2}$/.test(text);

const toTableLine = ({ words }: OcrLine): TableLine => {
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
