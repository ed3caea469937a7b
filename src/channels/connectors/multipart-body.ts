import { randomBytes } from 'node:crypto';

interface UploadedFile {
  field: string;
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** A name in a header: without quotes, line breaks and control characters. */
const headerText = (text: string): string => text.replace(/[\p{Cc}"\\]/gu, '_');

/** A body of the type multipart/form-data with one file. */
export const multipartBody = (
  fields: Readonly<Record<string, string>>,
  { field, name, mediaType, bytes }: UploadedFile,
): { contentType: string; body: Uint8Array } => {
  const boundary = `frontdesk-${randomBytes(18).toString('hex')}`;
  const parts = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${headerText(key)}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${headerText(field)}"; filename="${headerText(name)}"\r\nContent-Type: ${headerText(mediaType)}\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(parts.join('') + head, 'utf8'),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`, 'utf8'),
    ]),
  };
};
