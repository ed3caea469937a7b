import { hkdfSync, randomBytes } from 'node:crypto';

/** The key of the installation. It encrypts all encrypted values in the database. */
export interface SecretKey {
  /** 16 hex characters derived from the key. Stored beside encrypted values; it reveals nothing about the key. */
  id: string;
  /** 32 bytes. */
  bytes: Buffer;
}

const keyBytes = 32;

const toKey = (bytes: Buffer): SecretKey => ({
  id: Buffer.from(hkdfSync('sha256', bytes, '', 'frontdesk key id', 8)).toString('hex'),
  bytes,
});

const decode = (text: string): Buffer | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // 43 characters have 32 bytes. Padding is optional. Both base64 alphabets are accepted.
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return undefined;
};

/** @param origin names the setting or file in the error. The error never quotes the text: it may be a mistyped key. */
export const parseSecretKey = (text: string, origin: string): SecretKey => {
  const bytes = decode(text.trim());
  if (bytes?.length !== keyBytes)
    throw new Error(
      `${origin} must be a key of 32 bytes, as 44 base64 or 64 hex characters; create one with "openssl rand -base64 32"`,
    );
  if (bytes.every((byte) => byte === bytes[0]))
    throw new Error(`${origin} must be a random key; create one with "openssl rand -base64 32"`);
  return toKey(bytes);
};

export const newSecretKey = (): SecretKey => toKey(randomBytes(keyBytes));

/** In the format that `parseSecretKey` reads. */
export const formatSecretKey = ({ bytes }: SecretKey): string => bytes.toString('base64');
