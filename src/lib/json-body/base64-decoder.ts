const space = 64;
const padding = 65;
const invalid = 66;

/** Character code → six bits, or one of the three markers above. For both alphabets. */
const meanings = new Uint8Array(256).fill(invalid);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((character, value) => {
  meanings[character.charCodeAt(0)] = value;
});
meanings['-'.charCodeAt(0)] = 62;
meanings['_'.charCodeAt(0)] = 63;
meanings['='.charCodeAt(0)] = padding;
for (const character of ' \t\n\f\r') meanings[character.charCodeAt(0)] = space;

const dataScheme = 'data:';
const maxPrefixLength = 1024;
/** Below this length a native call costs more than the loop. */
const minBulkLength = 256;
const looseCapacity = 3 * 1024;

export interface Base64Decoder {
  /** One character, by its code. False if this is not base64; the rest is then ignored. */
  accept(code: number): boolean;
  /** Many characters, as bytes. */
  push(bytes: Buffer, start: number, end: number): boolean;
  /** False if the text ends at an invalid position. */
  end(): boolean;
}

/**
 * Decodes base64 as it arrives. Accepts the standard and the URL-safe alphabet, optional padding, white space
 * anywhere, and a leading `data:…;base64,`. Anything else is not base64.
 */
export const createBase64Decoder = (
  onBytes: (bytes: Buffer) => void,
  /** Called for control characters, for formats in which even white space must be escaped. */
  onControl?: () => never,
): Base64Decoder => {
  let phase: 'start' | 'prefix' | 'data' | 'padding' | 'invalid' = 'start';
  let prefix = '';
  let bits = 0;
  /** Characters of the unfinished group of four. */
  let groupLength = 0;
  let paddingLength = 0;
  let loose = Buffer.allocUnsafe(looseCapacity);
  let looseLength = 0;

  const flushLoose = (): void => {
    if (looseLength === 0) return;
    onBytes(loose.subarray(0, looseLength));
    loose = Buffer.allocUnsafe(looseCapacity);
    looseLength = 0;
  };

  const refuse = (): boolean => {
    phase = 'invalid';
    return false;
  };

  const acceptData = (code: number): boolean => {
    const meaning = code < 256 ? meanings[code]! : invalid;
    if (meaning < space) {
      bits = (bits << 6) | meaning;
      groupLength += 1;
      if (groupLength === 4) {
        if (looseLength === looseCapacity) flushLoose();
        loose[looseLength] = bits >> 16;
        loose[looseLength + 1] = bits >> 8;
        loose[looseLength + 2] = bits;
        looseLength += 3;
        bits = 0;
        groupLength = 0;
      }
      return true;
    }
    if (meaning === space) return true;
    if (meaning === invalid) return refuse();
    phase = 'padding';
    paddingLength = 1;
    return true;
  };

  const acceptPadding = (code: number): boolean => {
    const meaning = code < 256 ? meanings[code]! : invalid;
    if (meaning === space) return true;
    if (meaning !== padding) return refuse();
    paddingLength += 1;
    return true;
  };

  /** The first five characters distinguish `data:` from base64, which has no colon. */
  const acceptStart = (code: number): boolean => {
    if (prefix === '' && code < 256 && meanings[code] === space) return true;
    prefix += String.fromCharCode(code);
    const lower = prefix.toLowerCase();
    if (lower === dataScheme) phase = 'prefix';
    else if (!dataScheme.startsWith(lower)) return startData();
    return true;
  };

  const startData = (): boolean => {
    phase = 'data';
    for (let index = 0; index < prefix.length; index += 1) {
      if (!accept(prefix.charCodeAt(index))) return false;
    }
    return true;
  };

  const acceptPrefix = (code: number): boolean => {
    if (code === 0x2c) {
      if (!/;\s*base64\s*$/i.test(prefix)) return refuse();
      phase = 'data';
      return true;
    }
    prefix += String.fromCharCode(code);
    return code < 0x80 && prefix.length <= maxPrefixLength ? true : refuse();
  };

  const accept = (code: number): boolean => {
    if (phase === 'data') return acceptData(code);
    if (phase === 'padding') return acceptPadding(code);
    if (phase === 'start') return acceptStart(code);
    return phase === 'prefix' ? acceptPrefix(code) : false;
  };

  /**
   * Decodes whole groups with native code. It silently skips unknown characters, but then the output is
   * shorter than expected; the loop then handles that range and finds the reason.
   */
  const pushBulk = (bytes: Buffer, start: number, end: number): number => {
    const length = (end - start) & ~3;
    const decoded = Buffer.allocUnsafe((length / 4) * 3);
    if (decoded.write(bytes.toString('latin1', start, start + length), 'base64') !== decoded.length) return 0;
    flushLoose();
    onBytes(decoded);
    return length;
  };

  /** Whole groups without other characters in between, in a loop that the compiler keeps in registers. */
  const pushGroups = (bytes: Buffer, start: number, end: number): number => {
    const free = looseCapacity - looseLength;
    const lastStart = Math.min(end, start + (free / 3) * 4) - 4;
    let index = start;
    let out = looseLength;
    for (; index <= lastStart; index += 4) {
      const a = meanings[bytes[index]!]!;
      const b = meanings[bytes[index + 1]!]!;
      const c = meanings[bytes[index + 2]!]!;
      const d = meanings[bytes[index + 3]!]!;
      if ((a | b | c | d) >= space) break;
      loose[out] = (a << 2) | (b >> 4);
      loose[out + 1] = (b << 4) | (c >> 2);
      loose[out + 2] = (c << 6) | d;
      out += 3;
    }
    looseLength = out;
    return index - start;
  };

  const push = (bytes: Buffer, start: number, end: number): boolean => {
    let index = start;
    let tryBulk = true;
    while (index < end) {
      if (phase === 'data' && groupLength === 0) {
        if (looseLength === looseCapacity) flushLoose();
        const bulk: boolean = tryBulk && end - index >= minBulkLength;
        tryBulk &&= !bulk;
        index += bulk ? pushBulk(bytes, index, end) : pushGroups(bytes, index, end);
        if (index === end) break;
      }
      const code = bytes[index]!;
      if (code < 0x20) onControl?.();
      if (!accept(code)) return false;
      index += 1;
    }
    return true;
  };

  const end = (): boolean => {
    if (phase === 'start' && !startData()) return false;
    if (phase !== 'data' && phase !== 'padding') return false;
    if (groupLength === 1) return refuse();
    if (paddingLength > 0 && groupLength + paddingLength !== 4) return refuse();
    flushLoose();
    if (groupLength === 2) onBytes(Buffer.of(bits >> 4));
    if (groupLength === 3) onBytes(Buffer.of(bits >> 10, bits >> 2));
    return true;
  };

  return { accept, push, end };
};
