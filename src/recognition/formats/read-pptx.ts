import { parsePart, relationsOf } from '../archive/office-parts.ts';
import { readZip, type ZipReader } from '../archive/read-zip.ts';
import { linkReference } from '../markdown/link-reference.ts';
import { markdownTable } from '../markdown/markdown-table.ts';
import {
  findElements,
  isElement,
  type MarkupElement,
  type MarkupNode,
  textBelow,
} from '../markdown/markup-nodes.ts';
import { spanGrid } from '../markdown/span-grid.ts';
import { pageBreak, type Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';

const find = (nodes: MarkupNode[], ...names: string[]): MarkupElement[] =>
  findElements(nodes, new Set(names));

/** Slides in display order, which is not the order of their numbers. */
const slidePaths = (zip: ZipReader): string[] => {
  const main = zip.entries.find(({ name }) => /^ppt\/presentation\d*\.xml$/i.test(name))?.name;
  const relations = main ? relationsOf(zip, main) : [];
  const listed = (main ? find(parsePart(zip, main), 'p:sldId') : [])
    .map(({ attributes }) => relations.find(({ id }) => id === attributes['r:id'])?.target)
    .filter((target): target is string => target !== undefined && zip.has(target));
  if (listed.length > 0) return listed;
  const numberOf = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);
  return zip.entries
    .map(({ name }) => name)
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/i.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b));
};

const paragraphText = (paragraph: MarkupElement): string =>
  find(paragraph.children, 'a:t', 'a:br')
    .map((element) => (element.name === 'a:br' ? '\n' : textBelow(element.children)))
    .join('')
    .trim();

interface SlideParagraph {
  text: string;
  level: number;
  /** Its own setting. Undefined if the placeholder decides. */
  bullet: 'none' | 'sign' | 'number' | undefined;
  /** Targets of its links. */
  references: string[];
}

const bulletOf = (properties: MarkupElement | undefined): SlideParagraph['bullet'] => {
  const names = new Set(properties?.children.flatMap((child) => (isElement(child) ? [child.name] : [])));
  if (names.has('a:buNone')) return 'none';
  if (names.has('a:buAutoNum')) return 'number';
  return names.has('a:buChar') || names.has('a:buBlip') ? 'sign' : undefined;
};

type Links = ReadonlyMap<string, string>;
const noLinks: Links = new Map();

const referencesOf = (paragraph: MarkupElement, links: Links): string[] =>
  find(paragraph.children, 'a:r').flatMap((run) => {
    const link = find(run.children, 'a:hlinkClick')[0]?.attributes['r:id'];
    const address = link === undefined ? undefined : links.get(link);
    const reference = address && linkReference(paragraphText(run), address);
    return reference ? [reference] : [];
  });

const paragraphsOf = (nodes: MarkupNode[], links: Links = noLinks): SlideParagraph[] =>
  find(nodes, 'a:p')
    .map((paragraph) => {
      const properties = find(paragraph.children, 'a:pPr')[0];
      return {
        text: paragraphText(paragraph),
        level: Math.min(Math.max(Number(properties?.attributes.lvl ?? 0) || 0, 0), 8),
        bullet: bulletOf(properties),
        references: referencesOf(paragraph, links),
      };
    })
    .filter(({ text }) => text !== '');

const tableOf = (table: MarkupElement): string => {
  const rows = find(table.children, 'a:tr').map((row) =>
    find(row.children, 'a:tc')
      // Cells under a merge are still written, marked and empty. The spanning cell covers them.
      .filter(({ attributes }) => attributes.hMerge !== '1' && attributes.vMerge !== '1')
      .map((cell) => ({
        text: paragraphsOf(cell.children)
          .map(({ text }) => text)
          .join(' '),
        columns: Number(cell.attributes.gridSpan ?? 1),
        rows: Number(cell.attributes.rowSpan ?? 1),
      })),
  );
  return markdownTable(spanGrid(rows).filter((cells) => cells.some(Boolean)));
};

const isTitle = (shape: MarkupElement): boolean =>
  find(shape.children, 'p:ph').some(
    ({ attributes }) => attributes.type === 'title' || attributes.type === 'ctrTitle',
  );

/** Dates, page numbers and footers are on every slide and are skipped. */
const isPlaceholderShape = (shape: MarkupElement): boolean =>
  find(shape.children, 'p:ph').some(({ attributes }) =>
    /^(?:dt|ftr|sldNum|hdr)$/.test(attributes.type ?? ''),
  );

/** Paragraphs as displayed: list items on consecutive lines, other paragraphs apart, URLs at the end. */
const writeParagraphs = (paragraphs: SlideParagraph[], isListPlace: boolean): string => {
  const numbers: number[] = [];
  let written = '';
  let wasItem = false;
  for (const { text, level, bullet = isListPlace ? 'sign' : 'none' } of paragraphs) {
    const isItem = bullet !== 'none';
    numbers.length = bullet === 'number' ? level + 1 : level;
    if (bullet === 'number') numbers[level] = (numbers[level] ?? 0) + 1;
    const mark = bullet === 'number' ? `${numbers[level]}.` : '-';
    const line = isItem ? `${'  '.repeat(level)}${mark} ${text.replaceAll('\n', ' ')}` : text;
    written += `${written === '' ? '' : isItem && wasItem ? '\n' : '\n\n'}${line}`;
    wasItem = isItem;
  }
  const references = new Set(paragraphs.flatMap((paragraph) => paragraph.references));
  return [written, [...references].join('\n')].filter(Boolean).join('\n\n');
};

const bodyOf = (shape: MarkupElement, links: Links): string => {
  const paragraphs = paragraphsOf(find(shape.children, 'p:txBody'), links);
  // Text placeholders are lists unless a paragraph says otherwise.
  const isListPlace = paragraphs.length > 1 && find(shape.children, 'p:ph').length > 0;
  return writeParagraphs(paragraphs, isListPlace);
};

const readSlide = (zip: ZipReader, path: string): string[] => {
  const relations = relationsOf(zip, path);
  const links = new Map(
    relations.filter(({ isExternal }) => isExternal).map(({ id, target }) => [id, target]),
  );
  const tree = find(parsePart(zip, path), 'p:spTree').flatMap(({ children }) => children);
  // A fallback repeats the choice for older programs.
  const parts = findElements(tree, new Set(['p:sp', 'a:tbl']), ({ name }) => name !== 'mc:Fallback');
  const shapes = parts.filter((part) => part.name === 'p:sp' && !isPlaceholderShape(part));
  const title = shapes
    .filter(isTitle)
    .flatMap((shape) => paragraphsOf(shape.children).map(({ text }) => text))
    .join(' ')
    .replace(/\s+/g, ' ');
  const body = parts
    .filter((part) => part.name === 'a:tbl' || (!isPlaceholderShape(part) && !isTitle(part)))
    .map((part) => (part.name === 'a:tbl' ? tableOf(part) : bodyOf(part, links)));
  const diagrams = relations
    .filter(({ type }) => type === 'diagramData')
    .map(({ target }) =>
      paragraphsOf(parsePart(zip, target))
        .map(({ text }) => `- ${text}`)
        .join('\n'),
    );
  const notes = relations
    .filter(({ type }) => type === 'notesSlide')
    .flatMap(({ target }) => find(parsePart(zip, target), 'p:sp'))
    .filter((shape) => find(shape.children, 'p:ph').some(({ attributes }) => attributes.type === 'body'))
    .map((shape) => writeParagraphs(paragraphsOf(find(shape.children, 'p:txBody')), false))
    .filter(Boolean)
    .map((text) => `Notes: ${text}`);
  return [title ? `## ${title}` : '', ...body, ...diagrams, ...notes].filter(Boolean);
};

export const readPptx = async (bytes: Uint8Array): Promise<Reading> => {
  const zip = await readZip(bytes);
  const paths = slidePaths(zip);
  if (paths.length === 0)
    throw new RecognitionError('damaged', 'The presentation has no slides that can be read');
  const slides = paths.map((path, index) => {
    const blocks = readSlide(zip, path);
    if (blocks.length === 0) return '';
    return (blocks[0]?.startsWith('## ') ? blocks : [`## Slide ${index + 1}`, ...blocks]).join('\n\n');
  });
  const markdown = slides.filter(Boolean).join(`\n\n${pageBreak}\n\n`);
  return { kind: 'markdown', markdown: cleanText(markdown), pages: paths.length };
};
