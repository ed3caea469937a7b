import { decodeText } from '../text/decode-text.ts';

export type Headers = ReadonlyMap<string, string>;

/** More than any program writes. The rest of a larger header is ignored. */
const mostHeaderCharacters = 256 * 1024;

/** The fields of a header, with folded lines joined. The first field of a name counts. */
export const parseHeaders = (text: string): Headers => {
  const fields = new Map<string, string>();
  const unfolded = text.slice(0, mostHeaderCharacters).replace(/\r?\n[ \t]+/g, ' ');
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
};

/** By lines, because a pattern for blanks at the end of a line takes quadratic time on long runs of blanks. */
export const fromQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/=\n/g, '')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const decodeWord = (charset: string, encoding: string, text: string): string => {
  const bytes =
    encoding.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64')
      : fromQuotedPrintable(text.replaceAll('_', ' '));
  // A language may follow the charset.
  return decodeText(bytes, charset.replace(/\*.*$/, ''));
};

/** The text of a field: encoded words are decoded, unencoded bytes are read in their likely encoding. */
export const decodeField = (value: string): string =>
  decodeText(Buffer.from(value, 'latin1'))
    // White space between two encoded words is not part of the text.
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(
      /=\?([\w.:*-]{1,60})\?([bq])\?([^?\s]*)\?=/gi,
      (_, charset: string, encoding: string, text: string) => decodeWord(charset, encoding, text),
    )
    .replace(/\s+/g, ' ')
    .trim();

/** The value of a parameter, also if it is divided into numbered parts or has a charset (`name*0*=UTF-8''…`). */
export const parameterOf = (value: string, name: string): string | undefined => {
  const pattern = new RegExp(`;\\s*${name}(\\*\\d{1,3})?(\\*)?\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'gi');
  const parts = [...value.matchAll(pattern)];
  if (parts.length === 0) return undefined;
  const raw = parts.map((part) => part[3] ?? part[4] ?? '').join('');
  if (!parts.some((part) => part[2])) return decodeField(raw);
  const [, charset = '', text = raw] = /^([\w.:-]*)'[^']*'(.*)$/s.exec(raw) ?? [];
  const bytes = Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return decodeText(bytes, charset || undefined);
};
