import { type FileFormat, fileFormats } from '../../lib/file-formats/index.ts';
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

const formatOfMediaType = (mediaType: string): FileFormat | undefined =>
  fileFormats.find(([, row]) => row.category === 'other' && row.mediaType === mediaType)?.[0];

/** OpenDocument and EPUB store their media type uncompressed as the first entry. */
const declaredMediaType = async (file: ByteSource): Promise<FileFormat | undefined> => {
  const head = Buffer.from(await file.read(0, 128)).toString('latin1');
  if (head.slice(30, 38) !== 'mimetype') return undefined;
  const end = head.indexOf('PK', 38);
  return formatOfMediaType(head.slice(38, end < 0 ? undefined : end).trim());
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

const officeFormats = new Set(zipMarks.map(([format]) => format));

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
  // Too little is left to decide. As a document it fails as damaged, which is correct.
  if (isCutOff && namedFormat && officeFormats.has(namedFormat)) return namedFormat;
  return (await declaredMediaType(file)) ?? 'zip';
};

const oleMarks: [FileFormat, RegExp][] = [
  ['doc', /^WordDocument$/],
  ['xls', /^(Workbook|Book)$/],
  ['ppt', /^PowerPoint Document$/],
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
