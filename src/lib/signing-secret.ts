/** Standard Webhooks requires 24 to 64 random bytes. */
export const minSigningSecretBytes = 24;

const prefix = 'whsec_';

/** The published form of a secret is base64 after a prefix. Any other text is used as its own bytes. */
export const signingSecretBytes = (secret: string): Buffer =>
  secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret, 'utf8');

export const isWeakSigningSecret = (secret: string): boolean =>
  signingSecretBytes(secret).length < minSigningSecretBytes;
