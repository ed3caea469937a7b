import { linkReference } from '../markdown/link-reference.ts';
import { markdownTable } from '../markdown/markdown-table.ts';
import { findElements, isElement, type MarkupElement, type MarkupNode } from '../markdown/markup-nodes.ts';
import { type SpanCell, spanGrid } from '../markdown/span-grid.ts';
import type { DocumentStyles } from './open-package.ts';

/** Comments, deleted text, generated lists of contents, and descriptions of pictures for programs. */
const skipped = new Set([
  'office:annotation',
  'text:tracked-changes',
  'text:table-of-content',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'office:forms',
  'presentation:notes',
  'svg:desc',
  'style:style',
  'text:bibliography-mark',
  'text:ruby-text',
]);

/** A run of spaces is one element with a count. */
const longestRun = 100;

const mostIndent = 8;

interface Story {
  blocks: string[];
  /** Notes and URLs of the current block of the outer story. They follow it. */
  references: string[];
  notes: { count: number };
  styles: DocumentStyles;
  /** An item, a cell or a note: one line of another story. */
  isInner: boolean;
}

const innerOf = (story: Story): Story => ({ ...story, blocks: [], isInner: true });

const lineOf = ({ blocks }: Story): string => blocks.join(' ').replace(/\s+/g, ' ');

const addBlock = (story: Story, text: string): void => {
  if (text !== '') story.blocks.push(text);
  addReferences(story);
};

const addReferences = (story: Story): void => {
  if (story.isInner) return;
  const references = story.references.splice(0);
  if (references.length > 0) story.blocks.push([...new Set(references)].join('\n'));
};

const children = (element: MarkupElement): MarkupElement[] => element.children.filter(isElement);

/** The text of a paragraph. Text boxes inside it are written as blocks of their own after it. */
const inlineText = (story: Story, nodes: MarkupNode[], boxes: MarkupElement[]): string =>
  nodes
    .map((node) => (isElement(node) ? inlineElement(story, node, boxes) : node.replace(/\s+/g, ' ')))
    .join('');

const inlineElement = (story: Story, element: MarkupElement, boxes: MarkupElement[]): string => {
  const { name, attributes } = element;
  if (skipped.has(name)) return '';
  if (name === 'text:s') return ' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, longestRun));
  if (name === 'text:tab') return ' ';
  if (name === 'text:line-break') return '\n';
  if (name === 'text:note') return noteMark(story, element);
  if (name === 'draw:text-box' || name === 'table:table') {
    boxes.push(element);
    return '';
  }
  const text = inlineText(story, element.children, boxes);
  if (name === 'text:a') {
    const reference = linkReference(text, attributes['xlink:href'] ?? '');
    if (reference) story.references.push(reference);
  }
  return text;
};

const noteMark = (story: Story, note: MarkupElement): string => {
  const body = findElements(note.children, new Set(['text:note-body']))[0];
  const inner = innerOf(story);
  writeNodes(inner, body?.children ?? []);
  const text = lineOf(inner);
  if (text === '') return '';
  story.notes.count += 1;
  const mark = `[^${story.notes.count}]`;
  story.references.push(`${mark}: ${text}`);
  return mark;
};

const squeeze = (text: string): string =>
  text
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

const writeParagraph = (story: Story, element: MarkupElement): void => {
  const boxes: MarkupElement[] = [];
  const text = squeeze(inlineText(story, element.children, boxes));
  const ownLevel =
    element.name === 'text:h'
      ? Number(element.attributes['text:outline-level'] ?? 1) || 1
      : (story.styles.headingLevels.get(element.attributes['text:style-name'] ?? '') ?? 0);
  const level = Math.min(Math.max(ownLevel, 0), 6);
  if (level > 0 && text !== '') addBlock(story, `${'#'.repeat(level)} ${text.replaceAll('\n', ' ')}`);
  else addBlock(story, text.replace(/^(#{1,6}\s)/gm, '\\$1'));
  for (const box of boxes) writeNodes(story, [box]);
};

const isNumbered = (story: Story, style: string, level: number): boolean =>
  story.styles.numberedLevels.get(style)?.has(level) ?? false;

/** Items with their sublists, as lines. */
const listLines = (story: Story, list: MarkupElement, level: number, outerStyle: string): string[] => {
  const style = list.attributes['text:style-name'] ?? outerStyle;
  const margin = '  '.repeat(Math.min(level, mostIndent));
  const lines: string[] = [];
  let number = 1;
  for (const item of children(list)) {
    const inner = innerOf(story);
    const sublists: MarkupElement[] = [];
    const own = item.children.filter((child) => {
      if (!isElement(child) || child.name !== 'text:list') return true;
      sublists.push(child);
      return false;
    });
    writeNodes(inner, own);
    const text = lineOf(inner).replace(/^#+\s/, '');
    number = Number(item.attributes['text:start-value'] ?? 0) || number;
    if (text !== '') {
      const isHeader = item.name === 'text:list-header';
      const mark = isHeader ? '' : isNumbered(story, style, level + 1) ? `${number}. ` : '- ';
      lines.push(`${margin}${mark}${text}`);
      if (!isHeader) number += 1;
    }
    for (const sublist of sublists) lines.push(...listLines(story, sublist, level + 1, style));
  }
  return lines;
};

const textNames = new Set(['text:h', 'text:p']);

const writeList = (story: Story, list: MarkupElement): void => {
  const texts = findElements([list], textNames);
  // Numbered headings are written as lists.
  const isHeadings = !story.isInner && texts.every(({ name }) => name === 'text:h');
  if (isHeadings) for (const heading of texts) writeParagraph(story, heading);
  else addBlock(story, listLines(story, list, 0, '').join('\n'));
};

const rowNames = new Set(['table:table-row']);
const isNoTable = ({ name }: MarkupElement) => name !== 'table:table';

const tableCells = (story: Story, row: MarkupElement): SpanCell[] =>
  children(row)
    // Cells under a merge are still written. The spanning cell covers them.
    .filter(({ name }) => name === 'table:table-cell')
    .flatMap((cell): SpanCell[] => {
      const inner = innerOf(story);
      writeNodes(inner, cell.children);
      const span: SpanCell = {
        text: lineOf(inner),
        columns: Number(cell.attributes['table:number-columns-spanned'] ?? 1),
        rows: Number(cell.attributes['table:number-rows-spanned'] ?? 1),
      };
      const repeated = Math.min(Number(cell.attributes['table:number-columns-repeated'] ?? 1) || 1, 1_000);
      return Array.from({ length: span.text === '' ? Math.min(repeated, 50) : repeated }, () => span);
    });

const writeTable = (story: Story, table: MarkupElement): void => {
  const rows = findElements(table.children, rowNames, isNoTable).map((row) => tableCells(story, row));
  const grid = spanGrid(rows).filter((cells) => cells.some(Boolean));
  const width = grid.reduce((widest, cells) => Math.max(widest, cells.findLastIndex(Boolean) + 1), 0);
  // A text frame is a table with one column.
  if (width <= 1) for (const [text = ''] of grid) addBlock(story, text);
  else addBlock(story, markdownTable(grid.map((cells) => cells.slice(0, width))));
};

const writeNodes = (story: Story, nodes: MarkupNode[]): void => {
  for (const node of nodes) {
    if (!isElement(node) || skipped.has(node.name)) continue;
    if (node.name === 'text:p' || node.name === 'text:h') writeParagraph(story, node);
    else if (node.name === 'text:list') writeList(story, node);
    else if (node.name === 'table:table') writeTable(story, node);
    else writeNodes(story, node.children);
  }
};

/** Headings, paragraphs, lists, tables and notes of a part of a document as blocks of Markdown. */
export const writeStory = (nodes: MarkupNode[], styles: DocumentStyles): string[] => {
  const story: Story = { blocks: [], references: [], notes: { count: 0 }, styles, isInner: false };
  writeNodes(story, nodes);
  addReferences(story);
  return story.blocks;
};
