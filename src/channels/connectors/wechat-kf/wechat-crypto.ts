import { createDecipheriv, createHash } from 'node:crypto';

const blockBytes = 32;
const randomBytes = 16;
const lengthBytes = 4;

/** SHA-1 of the sorted parts, as the platform prescribes it. */
export const signatureOf = (parts: readonly string[]): string =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex');

/**
 * Decrypts AES-256-CBC: 16 random bytes, the length, the text and the id of the receiver. Undefined if the key is wrong or the
 * text is for another receiver.
 */
export const decryptWeChat = (
  encrypted: string,
  { encodingAesKey, corpId }: { encodingAesKey: string; corpId: string },
): string | undefined => {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const bytes = Buffer.from(encrypted, 'base64');
  if (key.length !== 32 || bytes.length === 0 || bytes.length % 16 !== 0) return undefined;
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16));
  // The padding has up to 32 bytes, which the library would refuse.
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > blockBytes || padding > padded.length) return undefined;
  const plain = padded.subarray(0, padded.length - padding);
  const start = randomBytes + lengthBytes;
  if (plain.length < start) return undefined;
  const end = start + plain.readUInt32BE(randomBytes);
  if (end > plain.length || plain.subarray(end).toString('utf8') !== corpId) return undefined;
  return plain.subarray(start, end).toString('utf8');
};
