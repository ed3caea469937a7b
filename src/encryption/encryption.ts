import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKey } from '../lib/secret-key.ts';

/**
 * Where a value is stored: table and column, the id of the row, and the field if there are several.
 * Authenticated with the value, so that a value copied to another place cannot be decrypted there.
 */
export type Place = readonly [tableAndColumn: string, ownerId: string, field?: string];

/** A stored value could not be decrypted. The message contains the place but never the value. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

const version = 'v1';
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface Encryption {
  /** Id of the key, stored in the column `encryption_key_id`. */
  readonly keyId: string;
  /** `v1:<key id>:<base64url of nonce, ciphertext and tag>`. Different at each call. */
  encrypt(text: string, place: Place): string;
  decrypt(stored: string, place: Place): string;
}

/** AES-256-GCM with a random nonce per value. */
export const createEncryption = (key: SecretKey): Encryption => {
  const cipherKey = Buffer.from(hkdfSync('sha256', key.bytes, '', 'frontdesk encryption', 32));
  const associatedData = (place: Place): Buffer =>
    Buffer.from(JSON.stringify([version, key.id, ...place]), 'utf8');

  return {
    keyId: key.id,
    encrypt: (text, place) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, cipherKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(associatedData(place));
      const ciphertext = [cipher.update(text, 'utf8'), cipher.final()];
      const packed = Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]);
      return `${version}:${key.id}:${packed.toString('base64url')}`;
    },
    decrypt: (stored, place) => {
      const where = place.join(' ');
      const [format, keyId, encoded] = stored.split(':');
      if (format !== version || encoded === undefined)
        throw new DecryptionError(`${where} is not an encrypted value`);
      if (keyId !== key.id)
        throw new DecryptionError(`${where} is encrypted with key ${keyId}, this process has key ${key.id}`);
      const packed = Buffer.from(encoded, 'base64url');
      if (packed.length < nonceBytes + tagBytes) throw new DecryptionError(`${where} is truncated`);
      const decipher = createDecipheriv(algorithm, cipherKey, packed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(associatedData(place));
      decipher.setAuthTag(packed.subarray(-tagBytes));
      try {
        const text = decipher.update(packed.subarray(nonceBytes, -tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        throw new DecryptionError(`${where} was modified, or copied from another row`);
      }
    },
  };
};
