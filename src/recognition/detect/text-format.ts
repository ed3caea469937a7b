import { isUtf8 } from 'node:buffer';
import type { FileFormat } from '../../lib/file-formats/index.ts';
import { isIso2022Kr } from '../text/iso-2022-kr.ts';

/**
 * Control bytes that no supported text encoding uses: everything below space except tab, line ends, form feed,
 * escape (ISO-2022-JP), and the end-of-file mark of old systems.
 */
const isForbiddenControl = (byte: number): boolean =>
  byte < 0x20 &&
  byte !== 0x09 &&
  byte !== 0x0a &&
  byte !== 0x0d &&
  byte !== 0x0c &&
  byte !== 0x1b &&
  byte !== 0x1a;

export type Utf16Order = 'utf-16le' | 'utf-16be';

/** Number of pairs of a kind, if `high` is the position of the higher byte. */
const countPairs = (
  sample: Uint8Array,
  high: 0 | 1,
  isOfKind: (high: number, low: number) => boolean,
): number => {
  let count = 0;
  for (let index = 0; index < sample.byteLength; index += 2)
    if (isOfKind(sample[index + high]!, sample[index + 1 - high]!)) count += 1;
  return count;
};

/** Latin, East Asian punctuation, kana, Han and wide forms: nearly all of a Chinese or Japanese text. */
const isEastAsian = (high: number): boolean =>
  high === 0 || high === 0x30 || (high >= 0x4e && high <= 0x9f) || high === 0xff;
/** Without any of these it may be pairs of letters in another encoding. */
const isKanaOrMark = (high: number, low: number): boolean =>
  (high === 0x30 && low > 0) || (high === 0xff && low > 0 && low < 0x5f);

/** Text with few zeros, or on the wrong side: the common Han character 一 is 4E 00. */
const guessEastAsianUtf16 = (sample: Uint8Array): Utf16Order | undefined => {
  const pairs = sample.byteLength / 2;
  if (pairs < 8 || isUtf8(sample)) return undefined;
  const fits = ([0, 1] as const).filter(
    (high) =>
      countPairs(sample, high, isEastAsian) >= pairs * 0.95 &&
      countPairs(sample, high, isKanaOrMark) >= Math.max(1, pairs * 0.01),
  );
  if (fits.length !== 1) return undefined;
  return fits[0] === 1 ? 'utf-16le' : 'utf-16be';
};

const isZeroPair = (high: number, low: number): boolean => high === 0 && low === 0;
const isLatinPair = (high: number, low: number): boolean => high === 0 && low !== 0;

/** UTF-16 without a byte order mark has zeros (Latin) or East Asian pairs on one side only. */
export const guessUtf16 = (sample: Uint8Array): Utf16Order | undefined => {
  const start = sample.subarray(0, Math.min(sample.byteLength, 4096) & ~1);
  const pairs = start.byteLength / 2;
  if (pairs < 2 || countPairs(start, 0, isZeroPair) > 0) return undefined;
  const eastAsian = guessEastAsianUtf16(start);
  if (eastAsian) return eastAsian;
  const [even, odd] = [countPairs(start, 0, isLatinPair), countPairs(start, 1, isLatinPair)];
  if (even + odd < Math.max(1, pairs * 0.02)) return undefined;
  if (odd > even * 20) return 'utf-16le';
  if (even > odd * 20) return 'utf-16be';
  return undefined;
};

const hasBom = (sample: Uint8Array): boolean =>
  (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) ||
  (sample[0] === 0xff && sample[1] === 0xfe) ||
  (sample[0] === 0xfe && sample[1] === 0xff);

export const looksLikeText = (sample: Uint8Array): boolean => {
  if (hasBom(sample) || guessUtf16(sample) || isIso2022Kr(sample)) return true;
  let forbidden = 0;
  for (const byte of sample) if (isForbiddenControl(byte)) forbidden += 1;
  // A stray control byte does not make a text binary. In random data every tenth byte is one.
  return forbidden <= Math.max(2, sample.byteLength * 0.005);
};

/** The start as ASCII, whatever the encoding: enough to recognise markup. */
const opening = (sample: Uint8Array): string =>
  Buffer.from(sample.subarray(0, 8192))
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();

/** Skips comments and white space. A loop, because a pattern with alternatives would backtrack. */
const afterComments = (text: string): string => {
  let rest = text;
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end < 0) return '';
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
};

const htmlStart =
  /^<(?:!doctype\s+html|(?:html|head|body|title|meta|script|style|table|div|p|h[1-6]|ul|ol|section|article|main)[\s>])/i;

const isHtml = (text: string): boolean => {
  const start = afterComments(text);
  if (htmlStart.test(start)) return true;
  const declaration = /^<\?xml[^>]*>/i.exec(start);
  // XHTML. Other XML may have elements called table or title.
  return (
    declaration !== null &&
    /^<(?:!doctype\s+)?html[\s>]/i.test(afterComments(start.slice(declaration[0].length).trimStart()))
  );
};

const isXml = (text: string): boolean =>
  /^<(?:\?xml[\s?]|svg[\s>])/i.test(text) || /^<!DOCTYPE\s+(?!html)\w/i.test(text);

/** A Word document as one XML file, of 2003 or later. */
const isWordXml = (text: string): boolean =>
  /<\?mso-application\s+progid\s*=\s*"Word\.Document"|^(?:<\?xml[^>]*>\s*)?<w:wordDocument[\s>]/i.test(text);

/** A web page with its images in one MIME file, which wikis export as Word documents. */
const isWebArchive = (text: string): boolean =>
  /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){0,20}?MIME-Version:/i.test(text) &&
  /Content-Type:\s*multipart\/related/i.test(text);

/** A header with a sender and another field of a mail, before the first empty line. */
const isMail = (text: string): boolean => {
  const header = text.slice(0, /\r?\n\r?\n/.exec(text)?.index ?? text.length);
  return (
    /^[\w-]+:[^\n]*\r?\n/.test(header) &&
    /^From:/im.test(header) &&
    /^(?:Message-ID|MIME-Version|Received|Return-Path|Date):/im.test(header) &&
    /^(?:To|Cc|Bcc|Delivered-To|Subject):/im.test(header)
  );
};

const isVtt = (text: string): boolean => /^WEBVTT(?:\s|$)/.test(text);

const isSrt = (text: string): boolean =>
  /^\d{1,6}[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->/.test(text);

const couldBeJson = (text: string): boolean =>
  /^(?:\{\s*["}]|\[\s*(?:[[{"\]0-9-]|true|false|null))/.test(text);

const isLatex = (text: string): boolean => /^(?:%[^\n]*\n|\s)*\\document(?:class|style)\b/.test(text);

/** A file named as a workbook may be a web page or XML that Excel opens, or separated text. */
const spreadsheetMarkup = /<table[\s>]|urn:schemas-microsoft-com:office:(?:spreadsheet|excel)/i;

const formatOfMarkup = (text: string): FileFormat | undefined => {
  if (isHtml(text) || isWebArchive(text)) return 'html';
  if (isWordXml(text)) return 'doc';
  return isXml(text) ? 'xml' : undefined;
};

/** File name extensions that fit any text. */
const takenAtTheirWord = new Set<FileFormat>(['txt', 'md', 'csv', 'tex', 'json']);

export const formatOfText = (
  sample: Uint8Array,
  namedFormat: FileFormat | undefined,
  isCode: boolean,
): FileFormat => {
  if (namedFormat && (isCode || takenAtTheirWord.has(namedFormat))) return namedFormat;
  if (namedFormat === 'eml') return 'eml';
  const text = opening(sample);
  if (isVtt(text)) return 'vtt';
  if (isSrt(text)) return 'srt';
  const markup = formatOfMarkup(text);
  if (namedFormat === 'xls' || namedFormat === 'xlsx') {
    return markup && spreadsheetMarkup.test(text) ? 'xls' : (markup ?? 'csv');
  }
  if (markup) return markup;
  if (namedFormat === 'html' || namedFormat === 'xml' || namedFormat === 'srt' || namedFormat === 'vtt')
    return namedFormat;
  if (isMail(text)) return 'eml';
  if (isLatex(text)) return 'tex';
  return couldBeJson(text) ? 'json' : 'txt';
};
