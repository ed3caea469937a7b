import { parsePart, relationsOf } from '../archive/office-parts.ts';
import { readZip, type ZipReader } from '../archive/read-zip.ts';
import { markdownTable } from '../markdown/markdown-table.ts';
import { findElements, type MarkupElement, type MarkupNode, textBelow } from '../markdown/markup-nodes.ts';
import { spanGrid } from '../markdown/span-grid.ts';
import { pageBreak, type Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';

const find = (nodes: MarkupNode[], ...names: string[]): MarkupElement[] =>
  findElements(nodes, new Set(names));

/** Slides in the order they are shown, which is not the order of their numbers. */
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

const paragraphsOf = (nodes: MarkupNode[]): { text: string; level: number }[] =>
  find(nodes, 'a:p')
    .map((paragraph) => ({
      text: paragraphText(paragraph),
      level: Number(find(paragraph.children, 'a:pPr')[0]?.attributes.lvl ?? 0) || 0,
    }))
    .filter(({ text }) => text !== '');

const tableOf = (table: MarkupElement): string => {
  const rows = find(table.children, 'a:tr').map((row) =>
    find(row.children, 'a:tc')
      // Cells under a merge are still written, marked and empty; the spanning cell covers their places.
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

/** Dates, page numbers and footers stand on every slide and say nothing. */
const isFurniture = (shape: MarkupElement): boolean =>
  find(shape.children, 'p:ph').some(({ attributes }) =>
    /^(?:dt|ftr|sldNum|hdr)$/.test(attributes.type ?? ''),
  );

const bodyOf = (shape: MarkupElement): string => {
  const paragraphs = paragraphsOf(find(shape.children, 'p:txBody'));
  const isList = paragraphs.length > 1 && find(shape.children, 'p:ph').length > 0;
  return paragraphs
    .map(({ text, level }) =>
      isList ? `${'  '.repeat(Math.min(level, 8))}- ${text.replaceAll('\n', ' ')}` : text,
    )
    .join(isList ? '\n' : '\n\n');
};

const readSlide = (zip: ZipReader, path: string): string[] => {
  const tree = find(parsePart(zip, path), 'p:spTree').flatMap(({ children }) => children);
  // A fallback repeats its choice for older programs.
  const parts = findElements(tree, new Set(['p:sp', 'a:tbl']), ({ name }) => name !== 'mc:Fallback');
  const shapes = parts.filter((part) => part.name === 'p:sp' && !isFurniture(part));
  const title = shapes
    .filter(isTitle)
    .flatMap((shape) => paragraphsOf(shape.children).map(({ text }) => text))
    .join(' ')
    .replace(/\s+/g, ' ');
  const body = parts
    .filter((part) => part.name === 'a:tbl' || (!isFurniture(part) && !isTitle(part)))
    .map((part) => (part.name === 'a:tbl' ? tableOf(part) : bodyOf(part)));
  const relations = relationsOf(zip, path);
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
    .map(bodyOf)
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
