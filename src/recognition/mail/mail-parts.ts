import { RecognitionError } from '../recognition-error.ts';
import { fromQuotedPrintable, type Headers, parameterOf, parseHeaders } from './mail-headers.ts';

export interface MailPart {
  headers: Headers;
  /** Lower case, without parameters. */
  mediaType: string;
  /** Parts of a multipart. Empty for others. */
  parts: MailPart[];
  /** Content of a part that is no multipart, as bytes. */
  bytes(): Buffer;
}

/** Forwarded mails in mails, alternatives in related parts in mixed parts. */
const mostDepth = 20;
const mostParts = 2_000;

const endOfHeaders = (text: string, start: number): { end: number; body: number } => {
  if (/^\r?\n/.test(text.slice(start, start + 2))) return { end: start, body: text.indexOf('\n', start) + 1 };
  const [plain, carriage] = [text.indexOf('\n\n', start), text.indexOf('\n\r\n', start)];
  if (plain < 0 && carriage < 0) return { end: text.length, body: text.length };
  if (carriage < 0 || (plain >= 0 && plain < carriage)) return { end: plain, body: plain + 2 };
  return { end: carriage, body: carriage + 3 };
};

const decodeContent = (text: string, encoding: string): Buffer => {
  if (/^base64$/i.test(encoding)) return Buffer.from(text, 'base64');
  if (/^quoted-printable$/i.test(encoding)) return fromQuotedPrintable(text);
  return Buffer.from(text, 'latin1');
};

/** The texts between the boundaries of a multipart. A missing end boundary ends with the text. */
const splitAt = (text: string, boundary: string): string[] => {
  const parts: string[] = [];
  const mark = `--${boundary}`;
  let start = -1;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    // Only at the start of a line.
    if (at > 0 && text[at - 1] !== '\n') continue;
    const isEnd = text.startsWith('--', at + mark.length);
    const lineEnd = text.indexOf('\n', at + mark.length);
    // Another boundary that starts with this one.
    if (!isEnd && lineEnd >= 0 && text.slice(at + mark.length, lineEnd).trim() !== '') continue;
    if (start >= 0) parts.push(text.slice(start, Math.max(start, at - (text[at - 2] === '\r' ? 2 : 1))));
    start = isEnd || lineEnd < 0 ? -1 : lineEnd + 1;
    if (isEnd) return parts;
  }
  if (start >= 0) parts.push(text.slice(start));
  return parts;
};

/** The tree of parts of a mail. `text` holds its bytes as Latin-1. */
export const parseMail = (text: string): MailPart => {
  let count = 0;
  const parsePart = (content: string, depth: number, isInDigest: boolean): MailPart => {
    count += 1;
    if (count > mostParts || depth > mostDepth)
      throw new RecognitionError('too-complex', 'The e-mail is nested too deeply or has too many parts');
    const { end, body } = endOfHeaders(content, 0);
    const headers = parseHeaders(content.slice(0, end));
    const type = headers.get('content-type') ?? (isInDigest ? 'message/rfc822' : 'text/plain');
    const mediaType = /^[^;\s]*/.exec(type)![0].toLowerCase();
    const boundary = mediaType.startsWith('multipart/') ? parameterOf(type, 'boundary') : undefined;
    const own = content.slice(body);
    return {
      headers,
      mediaType,
      parts:
        boundary === undefined || boundary === ''
          ? []
          : splitAt(own, boundary).map((part) =>
              parsePart(part, depth + 1, mediaType === 'multipart/digest'),
            ),
      bytes: () => decodeContent(own, (headers.get('content-transfer-encoding') ?? '').trim()),
    };
  };
  return parsePart(text, 0, false);
};
