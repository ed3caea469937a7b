import { type FileFormatRow, formatTable } from './format-table.ts';

export type FileFormat = keyof typeof formatTable;
export type FileCategory = FileFormatRow['category'];

/** The formats of some categories, for tables that need an entry for each of them. */
export type FormatsOf<Categories extends FileCategory> = {
  [Format in FileFormat]: (typeof formatTable)[Format]['category'] extends Categories ? Format : never;
}[FileFormat];

/** What a file is for a message. */
export type MessageFileKind = 'image' | 'audio' | 'document';

const rows: Readonly<Record<FileFormat, FileFormatRow>> = formatTable;

/** All formats with their rows, in the order of the table. */
export const fileFormats: readonly (readonly [FileFormat, FileFormatRow])[] = Object.entries(rows) as [
  FileFormat,
  FileFormatRow,
][];

export const categoryOf = (format: FileFormat): FileCategory => rows[format].category;

/** The formats of a category, in the order of the table. */
export const formatsOfCategory = <Category extends FileCategory>(category: Category): FormatsOf<Category>[] =>
  fileFormats.filter(([, row]) => row.category === category).map(([format]) => format as FormatsOf<Category>);

export const mediaTypeOf = (format: FileFormat): string => rows[format].mediaType ?? 'text/plain';

const messageKinds: Readonly<Record<FileCategory, MessageFileKind | undefined>> = {
  document: 'document',
  spreadsheet: 'document',
  code: 'document',
  image: 'image',
  audio: 'audio',
  other: undefined,
};

/** Undefined for formats that messages do not accept. */
export const messageKindOf = (format: FileFormat): MessageFileKind | undefined =>
  messageKinds[categoryOf(format)];

const byEnding = new Map(
  fileFormats
    .filter(([, { category }]) => category !== 'other')
    .flatMap(([format, { endings = [], synonyms = [] }]) =>
      [format, ...endings, ...synonyms].map((ending) => [ending, format] as const),
    ),
);

/** The format of a file extension or a declared format, or undefined. */
export const formatOfName = (name: string | undefined): FileFormat | undefined =>
  byEnding.get(name?.trim().toLowerCase().split('.').pop() ?? '');

/** File extensions that file pickers offer for a format, without dots. */
export const endingsOf = (format: FileFormat): string[] => [format, ...(rows[format].endings ?? [])];

/** File extensions that the chat's file picker offers, without dots. */
export const chatEndings = (kind: MessageFileKind): string[] =>
  fileFormats
    .filter(([format, { isOfferedInChat }]) => isOfferedInChat && messageKindOf(format) === kind)
    .flatMap(([format]) => endingsOf(format));

/** The formats that knowledge bases accept, for one kind of document or all. */
export const knowledgeFormats = (kind?: 'text' | 'spreadsheet'): FileFormat[] =>
  fileFormats
    .filter(([, { knowledge }]) => knowledge && (kind === undefined || knowledge.kind === kind))
    .map(([format]) => format);

/** The kind of document that a file of this name becomes in a knowledge base. */
export const knowledgeKindOfName = (name: string): 'text' | 'spreadsheet' => {
  const format = formatOfName(name);
  return (format && rows[format].knowledge?.kind) ?? 'text';
};

/** Undefined for formats that knowledge bases do not accept. */
export const knowledgeLimitMb = (format: FileFormat): number | undefined => rows[format].knowledge?.maxMb;

/** "pdf, txt and md" */
export const listFormats = (formats: readonly string[], conjunction: 'and' | 'or'): string =>
  formats.length < 2
    ? formats.join('')
    : `${formats.slice(0, -1).join(', ')} ${conjunction} ${formats.at(-1)}`;
