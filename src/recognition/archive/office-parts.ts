import { posix } from 'node:path';
import { findElements, type MarkupNode, parseMarkup } from '../markdown/markup-nodes.ts';
import { decodeText } from '../text/decode-text.ts';
import { stripDoctype } from '../text/strip-doctype.ts';
import type { ZipReader } from './read-zip.ts';

/** The XML of a part as text, without declarations. Empty if the part is missing. */
export const readPart = (zip: ZipReader, name: string): string => {
  const bytes = zip.read(name);
  return bytes ? stripDoctype(decodeText(bytes)).xml : '';
};

export const parsePart = (zip: ZipReader, name: string): MarkupNode[] =>
  parseMarkup(readPart(zip, name), { isXml: true });

export interface Relation {
  id: string;
  /** The last part of the type's URL: `slide`, `footnotes`, `hyperlink`. */
  type: string;
  /** Name of a part, or an external URL, which is never fetched. */
  target: string;
  isExternal: boolean;
}

const relationNames = new Set(['Relationship']);

/** Relations of a part, or of the whole package if `part` is empty. */
export const relationsOf = (zip: ZipReader, part: string): Relation[] => {
  const folder = part === '' ? '' : posix.dirname(part);
  const nodes = parsePart(zip, posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  return findElements(nodes, relationNames).map(({ attributes }) => {
    const { Id = '', Type = '', Target = '', TargetMode } = attributes;
    const isExternal = TargetMode === 'External';
    const path = Target.startsWith('/') ? Target.slice(1) : posix.normalize(posix.join(folder, Target));
    return { id: Id, type: posix.basename(Type), target: isExternal ? Target : path, isExternal };
  });
};
