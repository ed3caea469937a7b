import { generateSecret, generateURI, verifySync } from 'otplib';

/** Defaults of authenticator apps. Some apps use them whatever the URI says. */
const periodSeconds = 30;
const secretBytes = 20;

export const newTotpSecret = (): string => generateSecret({ length: secretBytes });

/** For the QR code. */
export const totpUri = ({ secret, email }: { secret: string; email: string }): string =>
  generateURI({ issuer: 'Frontdesk', label: email, secret });

/** Removes the spaces with which some apps show a code. */
const normalizeCode = (code: string): string => code.replace(/\s/g, '');

/**
 * The time step of a code, or undefined if the code is not current. One step before and after is accepted too,
 * because clocks differ and typing takes time.
 */
export const matchTotp = (secret: string, code: string, nowMs: number): number | undefined => {
  const token = normalizeCode(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(nowMs / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: periodSeconds });
  return result.valid ? Math.floor(epoch / periodSeconds) + result.delta : undefined;
};
