import { posix } from 'node:path';
import { parsePart } from '../archive/office-parts.ts';
import { readZip, type ZipReader } from '../archive/read-zip.ts';
import { htmlToMarkdown } from '../markdown/html-to-markdown.ts';
import { type MarkupElement, type MarkupNode, textBelow } from '../markdown/markup-nodes.ts';
import { pageBreak, type Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { stripDoctype } from '../text/strip-doctype.ts';

const damaged = () => new RecognitionError('damaged', 'The book is damaged and cannot be read');

const localName = ({ name }: MarkupElement): string => name.slice(name.indexOf(':') + 1);

/** Elements by their name without the prefix, which writers may choose. */
const find = (nodes: MarkupNode[], wanted: string): MarkupElement[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return localName(node) === wanted ? [node] : find(node.children, wanted);
  });

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Fonts may be obfuscated in a book that is readable. Encrypted chapters cannot be read. */
const refuseEncrypted = (zip: ZipReader): void => {
  const references = find(parsePart(zip, 'META-INF/encryption.xml'), 'CipherReference');
  if (references.some(({ attributes }) => /\.x?html?$/i.test(attributes.URI ?? '')))
    throw new RecognitionError('encrypted', 'The book is protected against copying and cannot be read');
};

const chaptersOf = (zip: ZipReader): { title: string; paths: string[] } => {
  const root = find(parsePart(zip, 'META-INF/container.xml'), 'rootfile')[0]?.attributes['full-path'];
  if (!root || !zip.has(root)) throw damaged();
  const book = parsePart(zip, root);
  const files = new Map(
    find(book, 'item').map(({ attributes }) => [
      attributes.id ?? '',
      posix.normalize(posix.join(posix.dirname(root), decodePath(attributes.href ?? ''))),
    ]),
  );
  const paths = find(book, 'itemref').flatMap(({ attributes }) => files.get(attributes.idref ?? '') ?? []);
  const title = textBelow(find(find(book, 'metadata'), 'title').slice(0, 1));
  return { title: title.replace(/\s+/g, ' ').trim(), paths: [...new Set(paths)] };
};

/** Without its title: every chapter of many books has the title of the whole book. */
const chapterText = (zip: ZipReader, path: string): string => {
  const bytes = zip.read(path);
  if (!bytes) return '';
  const html = stripDoctype(decodeText(bytes)).xml;
  return htmlToMarkdown(html.replace(/<title(?:\s[^>]*)?>[^<]*<\/title>/i, ''));
};

export const readEpub = async (bytes: Uint8Array): Promise<Reading> => {
  const zip = await readZip(bytes);
  refuseEncrypted(zip);
  const { title, paths } = chaptersOf(zip);
  const chapters = paths
    .filter((path) => /\.x?html?$|\.xml$/i.test(path))
    .map((path) => chapterText(zip, path));
  const written = chapters.filter((text) => text.trim() !== '');
  if (written.length === 0 && !paths.some((path) => zip.has(path))) throw damaged();
  const heading = title !== '' && !written[0]?.startsWith(`# ${title}`) ? `# ${title}\n\n` : '';
  const markdown = written.join(`\n\n${pageBreak}\n\n`);
  return { kind: 'markdown', markdown: markdown === '' ? '' : cleanText(heading + markdown) };
};
