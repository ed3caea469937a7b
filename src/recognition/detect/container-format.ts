import { type FileFormat, mediaTypeOf } from '../../lib/file-formats/index.ts';
import { readOleDirectory } from '../archive/ole-directory.ts';
import { readZipDirectory } from '../archive/zip-directory.ts';
import { RecognitionError } from '../recognition-error.ts';
import type { ByteSource } from './byte-source.ts';

/** Main parts first, because a document may embed workbooks and presentations. */
const zipMarks: [FileFormat, RegExp][] = [
  ['docx', /^word\/document\d*\.xml$/i],
  ['xlsx', /^xl\/workbook\d*\.(xml|bin)$/i],
  ['pptx', /^ppt\/presentation\d*\.xml$/i],
  ['docx', /^word\//i],
  ['xlsx', /^xl\//i],
  ['pptx', /^ppt\//i],
];

/** OpenDocument templates have the media type of the document and an ending. */
const formatOfMediaType = (mediaType: string): FileFormat | undefined =>
  (['odt', 'ods', 'odp', 'epub'] as const).find(
    (format) => mediaTypeOf(format) === mediaType.replace(/-template$/, ''),
  );

/** OpenDocument and EPUB store their media type uncompressed as the first entry. */
const declaredMediaType = async (file: ByteSource): Promise<FileFormat | undefined> => {
  const head = Buffer.from(await file.read(0, 128)).toString('latin1');
  if (head.slice(30, 38) !== 'mimetype') return undefined;
  // The extra field after the name should be empty. Some programs write one.
  const start = 38 + head.charCodeAt(28) + head.charCodeAt(29) * 256;
  return formatOfMediaType(/^[\w./+-]*/.exec(head.slice(start, head.indexOf('PK', start)).trim())![0]);
};

/** A truncated archive has no directory, but the headers before each entry still name the parts. */
const namesOfLocalHeaders = async (file: ByteSource): Promise<string[]> => {
  const head = Buffer.from(await file.read(0, 2 ** 16));
  const names: string[] = [];
  for (
    let at = head.indexOf('PK\x03\x04');
    at >= 0 && at + 30 < head.length;
    at = head.indexOf('PK\x03\x04', at + 4)
  ) {
    names.push(head.toString('utf8', at + 30, at + 30 + head.readUInt16LE(at + 26)));
  }
  return names;
};

const officeFormats = new Set<FileFormat>([
  ...zipMarks.map(([format]) => format),
  'odt',
  'ods',
  'odp',
  'epub',
]);

export const formatOfZip = async (
  file: ByteSource,
  namedFormat: FileFormat | undefined,
): Promise<FileFormat> => {
  let isCutOff = false;
  let names: string[];
  try {
    names = (await readZipDirectory(file)).map((entry) => entry.name);
  } catch (error) {
    if (!(error instanceof RecognitionError)) throw error;
    isCutOff = true;
    names = await namesOfLocalHeaders(file);
  }
  const mark = zipMarks.find(([, pattern]) => names.some((name) => pattern.test(name)));
  if (mark) return mark[0];
  const declared = await declaredMediaType(file);
  if (declared) return declared;
  if (names.includes('META-INF/container.xml')) return 'epub';
  // Too little is left to decide. As a document it fails as damaged, which is correct.
  return isCutOff && namedFormat && officeFormats.has(namedFormat) ? namedFormat : 'zip';
};

const oleMarks: [FileFormat, RegExp][] = [
  ['doc', /^WordDocument$/],
  ['xls', /^(Workbook|Book)$/],
  ['ppt', /^PowerPoint Document$/],
  ['msg', /^__properties_version1\.0$/],
];

/** Bit of the flags at byte 10 of a Word document's first stream. */
const wordEncryptedFlag = 0x0100;

export const formatOfOle = async (
  file: ByteSource,
  namedFormat: FileFormat | undefined,
): Promise<{ format: FileFormat; encrypted: boolean }> => {
  const directory = await readOleDirectory(file).catch((error: unknown) => {
    if (error instanceof RecognitionError) return undefined;
    throw error;
  });
  const streams = directory?.streams ?? [];
  if (streams.some(({ name }) => name === 'EncryptedPackage')) {
    // The content is encrypted, so only the file name is left.
    const hidden = namedFormat && officeFormats.has(namedFormat) ? namedFormat : 'docx';
    return { format: hidden, encrypted: true };
  }
  for (const [format, pattern] of oleMarks) {
    const stream = streams.find(({ name }) => pattern.test(name));
    if (!stream) continue;
    const start = format === 'doc' ? Buffer.from((await directory?.readStart(stream)) ?? []) : undefined;
    const encrypted =
      start !== undefined && start.length > 12 && (start.readUInt16LE(10) & wordEncryptedFlag) !== 0;
    return { format, encrypted };
  }
  return { format: 'ole', encrypted: false };
};
