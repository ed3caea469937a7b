import { levelOfName, levelOfOutline } from '../docx/read-styles.ts';
import { type Block, createStoryWriter } from '../docx/story-writer.ts';

interface Paragraph {
  text: string;
  /** Prefix of a list item, as in the file. */
  mark: string;
  style: string;
  outlineLevel: number | undefined;
  listLevel: number;
  isInTable: boolean;
}

const newParagraph = (): Paragraph => ({
  text: '',
  mark: '',
  style: '',
  outlineLevel: undefined,
  listLevel: 0,
  isInTable: false,
});

const itemMark = (mark: string): string => {
  if (/^\d{1,9}[.)]$/.test(mark)) return `${mark.slice(0, -1)}.`;
  return /[\p{L}\p{N}]/u.test(mark) && mark !== 'o' ? `- ${mark}` : '-';
};

const formatParagraph = ({ text, mark, style, outlineLevel, listLevel }: Paragraph): Block => {
  const plain = text.replace(/[ \t]+/g, ' ').trim();
  const level = outlineLevel === undefined ? levelOfName(style) : levelOfOutline(String(outlineLevel));
  const label = mark.trim();
  if (plain === '') return { text: '', kind: 'text' };
  if (level > 0) {
    const number = /\d/.test(label) ? `${label} ` : '';
    return { text: `${'#'.repeat(level)} ${number}${plain.replace(/\s+/g, ' ')}`, kind: 'text' };
  }
  if (label !== '') {
    const indent = '  '.repeat(Math.min(Math.max(listLevel, 0), 8));
    return { text: `${indent}${itemMark(label)} ${plain.replace(/\s+/g, ' ')}`, kind: 'item' };
  }
  const isQuote = /quote$/i.test(style);
  return { text: plain.replace(/^(#{1,6}\s)/gm, '\\$1'), kind: isQuote ? 'quote' : 'text' };
};

/**
 * Paragraphs and tables of a Rich Text file in order. A table has no explicit start: it is a sequence of
 * cells.
 */
export const createRtfStory = () => {
  const writer = createStoryWriter();
  let paragraph = newParagraph();
  let isTableOpen = false;
  let isRowOpen = false;
  let isCellOpen = false;
  let notes: string[] = [];
  let noteCount = 0;

  const addParagraph = (): void => {
    writer.add(formatParagraph(paragraph));
    paragraph = { ...paragraph, text: '', mark: '' };
  };
  const endTable = (): void => {
    if (!isTableOpen) return;
    if (isCellOpen) writer.closeCell();
    writer.closeTable();
    isTableOpen = false;
    isRowOpen = false;
    isCellOpen = false;
  };
  const openCell = (): void => {
    if (!isTableOpen) writer.openTable();
    if (!isRowOpen) writer.openRow();
    if (!isCellOpen) writer.openCell();
    isTableOpen = true;
    isRowOpen = true;
    isCellOpen = true;
  };
  const endParagraph = (): void => {
    if (paragraph.isInTable) openCell();
    else endTable();
    for (const note of notes) writer.refer(note);
    notes = [];
    addParagraph();
  };
  return {
    write: (text: string): void => {
      paragraph.text += text;
    },
    writeMark: (text: string): void => {
      paragraph.mark += text;
    },
    set: (properties: Partial<Paragraph>): void => {
      Object.assign(paragraph, properties);
    },
    /** Resets the properties. Text and label are kept. */
    reset: (): void => {
      paragraph = { ...newParagraph(), text: paragraph.text, mark: paragraph.mark };
    },
    endParagraph,
    endCell: (): void => {
      openCell();
      addParagraph();
      writer.closeCell();
      isCellOpen = false;
    },
    endRow: (): void => {
      if (isCellOpen) writer.closeCell();
      isCellOpen = false;
      isRowOpen = false;
    },
    /** The label of the next note. */
    nextNote: (): string => {
      noteCount += 1;
      return `[^${noteCount}]`;
    },
    addNote: (mark: string, text: string): void => {
      const plain = text.replace(/\s+/g, ' ').trim();
      if (plain !== '') notes.push(`${mark}: ${plain}`);
    },
    toMarkdown: (): string => {
      endParagraph();
      endTable();
      return writer.toMarkdown();
    },
  };
};
