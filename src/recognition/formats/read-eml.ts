import { decodeField, parameterOf } from '../mail/mail-headers.ts';
import { type MailPart, parseMail } from '../mail/mail-parts.ts';
import { htmlBody, type Mail, plainBody, writeMail } from '../mail/write-mail.ts';
import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { decodeText } from '../text/decode-text.ts';
import type { FileToRead, InnerFile, ReaderContext } from '../worker/readers.ts';

const headersOf = (part: MailPart, name: string): string => part.headers.get(name) ?? '';

const refuseEncrypted = (part: MailPart): void => {
  const type = headersOf(part, 'content-type');
  const isSealed = /pkcs7-mime/.test(part.mediaType) && !/signed-data|certs-only/i.test(type);
  if (part.mediaType === 'multipart/encrypted' || isSealed)
    throw new RecognitionError('encrypted', 'The e-mail is encrypted');
};

const textOf = (part: MailPart): string =>
  decodeText(part.bytes(), parameterOf(headersOf(part, 'content-type'), 'charset'));

/** Lines that end with a space continue in the next line (`format=flowed`). */
const joinFlowed = (text: string, isWithoutSpace: boolean): string =>
  text.replace(/^-- ?\r?$/gm, '--').replace(/ \r?\n(?!>|\r?\n|--\r?$)/g, isWithoutSpace ? '' : ' ');

const bodyText = (part: MailPart): string => {
  const text = textOf(part);
  if (part.mediaType === 'text/html') return htmlBody(text);
  const type = headersOf(part, 'content-type');
  const isFlowed = /flowed/i.test(parameterOf(type, 'format') ?? '');
  return plainBody(isFlowed ? joinFlowed(text, /yes/i.test(parameterOf(type, 'delsp') ?? '')) : text);
};

const nameOf = (part: MailPart): string | undefined =>
  parameterOf(headersOf(part, 'content-disposition'), 'filename') ??
  parameterOf(headersOf(part, 'content-type'), 'name') ??
  (part.mediaType === 'message/rfc822' ? 'message.eml' : undefined);

const isAttachment = (part: MailPart): boolean =>
  /^\s*attachment/i.test(headersOf(part, 'content-disposition')) || nameOf(part) !== undefined;

/** Logos and icons inside the text of a mail. */
const isEmbeddedPicture = (part: MailPart): boolean =>
  part.mediaType.startsWith('image/') &&
  part.headers.has('content-id') &&
  !/^\s*attachment/i.test(headersOf(part, 'content-disposition'));

interface Content {
  texts: string[];
  attachments: InnerFile[];
}

const isReadableText = ({ mediaType }: MailPart): boolean =>
  mediaType === 'text/plain' || mediaType === 'text/html' || mediaType === 'multipart/related';

const collect = (part: MailPart, content: Content): void => {
  if (part.mediaType === 'multipart/alternative') {
    // The last one that can be shown has the most formatting.
    const best = part.parts.findLast(isReadableText) ?? part.parts[0];
    if (best) collect(best, content);
  } else if (part.mediaType.startsWith('multipart/')) for (const inner of part.parts) collect(inner, content);
  else if (isEmbeddedPicture(part) || /pkcs7-signature|pgp-signature/.test(part.mediaType)) return;
  else if (/^text\/(?:plain|html)$/.test(part.mediaType) && !isAttachment(part))
    content.texts.push(bodyText(part).trim());
  else content.attachments.push({ bytes: part.bytes(), name: nameOf(part) });
};

/** An e-mail with its attachments. */
export const readEml = (file: FileToRead, readInner: ReaderContext['readInner']): Promise<Reading> => {
  // Some programs write a line of a mailbox before the header.
  const source = Buffer.from(file.bytes)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\s*(?:>?From [^\n]*\n)?/, '');
  const root = parseMail(source);
  refuseEncrypted(root);
  const content: Content = { texts: [], attachments: [] };
  collect(root, content);
  const field = (name: string): string => decodeField(headersOf(root, name));
  const mail: Mail = {
    subject: field('subject'),
    fields: [
      ['From', field('from')],
      ['To', field('to')],
      ['Cc', field('cc')],
      ['Date', field('date')],
    ],
    body: content.texts.filter(Boolean).join('\n\n'),
    attachments: content.attachments,
  };
  return writeMail(mail, readInner);
};
