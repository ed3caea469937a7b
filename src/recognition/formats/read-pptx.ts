import { posix } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { readZip, type ZipReader } from '../archive/read-zip.ts';
import { findElements, type HtmlElement, type HtmlNode, textBelow } from '../markdown/html-nodes.ts';
import { markdownTable } from '../markdown/markdown-table.ts';
import { spanGrid } from '../markdown/span-grid.ts';
import { pageBreak, type Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { stripDoctype } from '../text/strip-doctype.ts';

const parsePart = (zip: ZipReader, name: string): HtmlNode[] => {
  const bytes = zip.read(name);
  return bytes ? parseDocument(stripDoctype(decodeText(bytes)).xml, { xmlMode: true }).children : [];
};

const find = (nodes: HtmlNode[], ...names: string[]): HtmlElement[] => findElements(nodes, new Set(names));

const childrenOf = (element: HtmlElement): HtmlNode[] => element.children as HtmlNode[];

interface Relation {
  id: string;
  type: string;
  target: string;
}

const relationsOf = (zip: ZipReader, part: string): Relation[] =>
  find(parsePart(zip, `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`), 'Relationship')
    .filter(({ attribs }) => attribs.TargetMode !== 'External')
    .map(({ attribs }) => ({
      id: attribs.Id ?? '',
      type: posix.basename(attribs.Type ?? ''),
      target: (attribs.Target ?? '').startsWith('/')
        ? (attribs.Target ?? '').slice(1)
        : posix.normalize(posix.join(posix.dirname(part), attribs.Target ?? '')),
    }));

/** Slides in the order they are shown, which is not the order of their numbers. */
const slidePaths = (zip: ZipReader): string[] => {
  const main = zip.entries.find(({ name }) => /^ppt\/presentation\d*\.xml$/i.test(name))?.name;
  const relations = main ? relationsOf(zip, main) : [];
  const listed = (main ? find(parsePart(zip, main), 'p:sldId') : [])
    .map(({ attribs }) => relations.find(({ id }) => id === attribs['r:id'])?.target)
    .filter((target): target is string => target !== undefined && zip.has(target));
  if (listed.length > 0) return listed;
  const numberOf = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);
  return zip.entries
    .map(({ name }) => name)
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/i.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b));
};

const paragraphText = (paragraph: HtmlElement): string =>
  find(childrenOf(paragraph), 'a:t', 'a:br')
    .map((element) => (element.name === 'a:br' ? '\n' : textBelow(childrenOf(element))))
    .join('')
    .trim();

const paragraphsOf = (nodes: HtmlNode[]): { text: string; level: number }[] =>
  find(nodes, 'a:p')
    .map((paragraph) => ({
      text: paragraphText(paragraph),
      level: Number(find(childrenOf(paragraph), 'a:pPr')[0]?.attribs.lvl ?? 0) || 0,
    }))
    .filter(({ text }) => text !== '');

const tableOf = (table: HtmlElement): string => {
  const rows = find(childrenOf(table), 'a:tr').map((row) =>
    find(childrenOf(row), 'a:tc')
      // Cells under a merge are still written, marked and empty; the spanning cell covers their places.
      .filter(({ attribs }) => attribs.hMerge !== '1' && attribs.vMerge !== '1')
      .map((cell) => ({
        text: paragraphsOf(childrenOf(cell))
          .map(({ text }) => text)
          .join(' '),
        columns: Number(cell.attribs.gridSpan ?? 1),
        rows: Number(cell.attribs.rowSpan ?? 1),
      })),
  );
  return markdownTable(spanGrid(rows).filter((cells) => cells.some(Boolean)));
};

const isTitle = (shape: HtmlElement): boolean =>
  find(childrenOf(shape), 'p:ph').some(
    ({ attribs }) => attribs.type === 'title' || attribs.type === 'ctrTitle',
  );

/** Dates, page numbers and footers stand on every slide and say nothing. */
const isFurniture = (shape: HtmlElement): boolean =>
  find(childrenOf(shape), 'p:ph').some(({ attribs }) => /^(?:dt|ftr|sldNum|hdr)$/.test(attribs.type ?? ''));

const bodyOf = (shape: HtmlElement): string => {
  const paragraphs = paragraphsOf(find(childrenOf(shape), 'p:txBody'));
  const isList = paragraphs.length > 1 && find(childrenOf(shape), 'p:ph').length > 0;
  return paragraphs
    .map(({ text, level }) =>
      isList ? `${'  '.repeat(Math.min(level, 8))}- ${text.replaceAll('\n', ' ')}` : text,
    )
    .join(isList ? '\n' : '\n\n');
};

const readSlide = (zip: ZipReader, path: string): string[] => {
  const tree = find(parsePart(zip, path), 'p:spTree').flatMap(childrenOf);
  // A fallback repeats its choice for older programs.
  const parts = findElements(tree, new Set(['p:sp', 'a:tbl']), ({ name }) => name !== 'mc:Fallback');
  const shapes = parts.filter((part) => part.name === 'p:sp' && !isFurniture(part));
  const title = shapes
    .filter(isTitle)
    .flatMap((shape) => paragraphsOf(childrenOf(shape)).map(({ text }) => text))
    .join(' ')
    .replace(/\s+/g, ' ');
  const body = parts
    .filter((part) => part.name === 'a:tbl' || (shapes.includes(part) && !isTitle(part)))
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
    .filter((shape) => find(childrenOf(shape), 'p:ph').some(({ attribs }) => attribs.type === 'body'))
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
