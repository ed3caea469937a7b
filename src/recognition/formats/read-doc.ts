import { CFB } from '@e965/xlsx';
import WordExtractor from 'word-extractor';
import { readNumbering } from '../docx/read-numbering.ts';
import { readStyles } from '../docx/read-styles.ts';
import { createStoryWriter } from '../docx/story-writer.ts';
import { walkStory } from '../docx/walk-story.ts';
import { markdownTable } from '../markdown/markdown-table.ts';
import { parseMarkup } from '../markdown/markup-nodes.ts';
import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { stripDoctype } from '../text/strip-doctype.ts';

const word95Magic = 0xa5dc;

/** Otherwise the library would convert typographic quotes and dashes to ASCII. */
const asWritten = { filterUnicode: false };

const damaged = (cause?: unknown) =>
  new RecognitionError('damaged', 'The Word document is damaged or older than Word 97', { cause });

/** Cells are followed by a tab. Two or more such lines become a table again. */
const tablesFromTabs = (text: string): string => {
  const blocks: string[] = [];
  let rows: string[][] = [];
  const endTable = () => {
    if (rows.length > 1) blocks.push(`\n${markdownTable(rows)}\n`);
    else for (const row of rows) blocks.push(row.join('\t'));
    rows = [];
  };
  for (const line of text.split('\n')) {
    const cells = line.replace(/\t$/, '').split('\t');
    if (cells.length > 1 && !/^\s/.test(line)) rows.push(cells.map((cell) => cell.trim()));
    else {
      endTable();
      blocks.push(line);
    }
  }
  endTable();
  return blocks.join('\n');
};

const asList = (text: string): string => text.replace(/^[•·▪◦‣]\s*/gm, '- ');

const notes = (text: string, title: string): string => (text.trim() ? `\n\n${title}\n\n${text.trim()}` : '');

/** Word's control characters: 13 starts a field, 14 ends its code, 15 ends the field, 7 ends a cell, twice a row. */
const plainOfMarks = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Word writes these as marks
    .replace(/\x13[^\x14\x15]*\x14?/g, '')
    .replaceAll('\x07\x07', '\n')
    .replaceAll('\x07', '\t')
    .replaceAll('\r', '\n')
    .replaceAll('\v', '\n')
    .replaceAll('\f', '\n');

/** Word 6 and 95 store text as single bytes between two offsets in the header. */
const word95Text = (bytes: Uint8Array): string | undefined => {
  let stream: Buffer;
  try {
    stream = Buffer.from(
      CFB.find(CFB.read(Buffer.from(bytes), { type: 'buffer' }), 'WordDocument')?.content ?? [],
    );
  } catch (error) {
    throw damaged(error);
  }
  if (stream.length < 64 || stream.readUInt16LE(0) !== word95Magic) return undefined;
  const text = stream.subarray(stream.readUInt32LE(24), stream.readUInt32LE(28));
  return plainOfMarks(new TextDecoder('windows-1252').decode(text));
};

/** A Word document as one XML file: its body is as in a package, its styles precede it. */
const readWordXml = (bytes: Uint8Array): Reading => {
  const { xml } = stripDoctype(decodeText(bytes));
  const nodes = parseMarkup(/<w:styles[\s>].*?<\/w:styles>/s.exec(xml)?.[0] ?? '', { isXml: true });
  const body = /<w:body[\s>].*<\/w:body>/s.exec(xml)?.[0];
  if (body === undefined) throw damaged();
  const writer = createStoryWriter();
  const context = { styles: readStyles(nodes), lists: readNumbering([]), links: new Map(), notes: new Map() };
  walkStory(body, context, writer);
  return { kind: 'markdown', markdown: cleanText(writer.toMarkdown()) };
};

const oleStart = 0xd0;

export const readDoc = async (bytes: Uint8Array): Promise<Reading> => {
  if (bytes[0] !== oleStart) return readWordXml(bytes);
  const old = word95Text(bytes);
  if (old !== undefined) return { kind: 'markdown', markdown: cleanText(tablesFromTabs(old)) };
  const document = await new WordExtractor().extract(Buffer.from(bytes)).catch((error: unknown) => {
    throw damaged(error);
  });
  const boxes = document.getTextboxes({ ...asWritten, includeHeadersAndFooters: false });
  const markdown =
    asList(tablesFromTabs(document.getBody(asWritten))) +
    notes(boxes, '') +
    notes(document.getFootnotes(asWritten), 'Footnotes:') +
    notes(document.getEndnotes(asWritten), 'Endnotes:');
  return { kind: 'markdown', markdown: cleanText(markdown) };
};
