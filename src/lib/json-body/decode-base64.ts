import { createBase64Decoder } from './base64-decoder.ts';

/** The bytes of a base64 text, with the same rules as the decoder. Undefined if it is not base64. */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  const pieces: Buffer[] = [];
  const decoder = createBase64Decoder((bytes) => pieces.push(bytes));
  // UTF-8 turns every other character into bytes that base64 does not have; latin1 would map some to valid ones.
  const bytes = Buffer.from(text, 'utf8');
  if (!decoder.push(bytes, 0, bytes.length) || !decoder.end()) return undefined;
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
};
