import { parsePart, readPart } from '../archive/office-parts.ts';
import { readZip, type ZipReader } from '../archive/read-zip.ts';
import { findElements, isElement, type MarkupElement, type MarkupNode } from '../markdown/markup-nodes.ts';
import { RecognitionError } from '../recognition-error.ts';

export interface OpenDocument {
  /** Children of the body: of the text, the spreadsheet or the presentation. */
  body: MarkupNode[];
  styles: DocumentStyles;
}

export interface DocumentStyles {
  /** Names of list styles with the levels that are numbered. */
  numberedLevels: ReadonlyMap<string, ReadonlySet<number>>;
  /** Heading levels of paragraph styles, for headings that are written as paragraphs. */
  headingLevels: ReadonlyMap<string, number>;
}

const bodyNames = new Set(['office:text', 'office:spreadsheet', 'office:presentation']);
const styleNames = new Set(['style:style']);
const listStyleNames = new Set(['text:list-style']);
const numberNames = new Set(['text:list-level-style-number']);

/** The style of the document's title, under the name of the format or a variant of it. */
const titleName = /^(?:\w+-)?title$/i;

const readStyles = (nodes: MarkupNode[]): DocumentStyles => {
  const numberedLevels = new Map<string, ReadonlySet<number>>();
  for (const { attributes, children } of findElements(nodes, listStyleNames)) {
    const levels = findElements(children, numberNames)
      // A level without a format shows no number.
      .filter((level) => (level.attributes['style:num-format'] ?? '') !== '')
      .map((level) => Number(level.attributes['text:level'] ?? 1));
    numberedLevels.set(attributes['style:name'] ?? '', new Set(levels));
  }
  const headingLevels = new Map<string, number>();
  for (const { attributes } of findElements(nodes, styleNames)) {
    const name = attributes['style:name'] ?? '';
    const parent = attributes['style:parent-style-name'] ?? '';
    const isTitle = titleName.test(name) || titleName.test(parent);
    const level = Number(attributes['style:default-outline-level'] ?? 0) || (isTitle ? 1 : 0);
    if (level > 0) headingLevels.set(name, level);
  }
  return { numberedLevels, headingLevels };
};

const prefixesByNamespace: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:style:1.0': 'style',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0': 'draw',
  'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0': 'presentation',
  'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0': 'svg',
  'http://www.w3.org/1999/xlink': 'xlink',
};

/** Prefixes of the root element that differ from the usual ones. */
const unusualPrefixes = (root: MarkupElement): Map<string, string> =>
  new Map(
    Object.entries(root.attributes).flatMap(([name, uri]) => {
      const usual = prefixesByNamespace[uri];
      const written = name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : undefined;
      return usual && written && usual !== written ? [[written, usual] as const] : [];
    }),
  );

const rename = (name: string, prefixes: ReadonlyMap<string, string>): string => {
  const colon = name.indexOf(':');
  const usual = prefixes.get(name.slice(0, colon));
  return usual === undefined ? name : `${usual}${name.slice(colon)}`;
};

const withUsualPrefixes = (nodes: MarkupNode[], prefixes: ReadonlyMap<string, string>): MarkupNode[] =>
  nodes.map((node) =>
    isElement(node)
      ? {
          name: rename(node.name, prefixes),
          attributes: Object.fromEntries(
            Object.entries(node.attributes).map(([name, value]) => [rename(name, prefixes), value]),
          ),
          children: withUsualPrefixes(node.children, prefixes),
        }
      : node,
  );

/** A part with the usual prefixes, because writers may choose others. */
const readNodes = (zip: ZipReader, part: string): MarkupNode[] => {
  const nodes = parsePart(zip, part);
  const root = nodes.find(isElement);
  const prefixes = root ? unusualPrefixes(root) : undefined;
  return prefixes && prefixes.size > 0 ? withUsualPrefixes(nodes, prefixes) : nodes;
};

/** The content and the styles of an OpenDocument file. */
export const openPackage = async (bytes: Uint8Array): Promise<OpenDocument> => {
  const zip = await readZip(bytes);
  if (/<(?:\w+:)?encryption-data[\s/>]/.test(readPart(zip, 'META-INF/manifest.xml')))
    throw new RecognitionError('encrypted');
  const content = readNodes(zip, 'content.xml');
  const body: MarkupElement | undefined = findElements(content, bodyNames)[0];
  if (!body) throw new RecognitionError('damaged');
  return { body: body.children, styles: readStyles([...readNodes(zip, 'styles.xml'), ...content]) };
};
