import { JsonBodyError } from './json-body-error.ts';

export interface TextBuffer {
  readonly length: number;
  append(source: Buffer, start: number, end: number): void;
  truncate(length: number): void;
  /** A view, valid until the next append. */
  view(start: number, end: number): Buffer;
}

/** Small: a client may open many connections and send the first bytes of a body on each. */
const firstBytes = 4 * 1024;

/** Grows by doubling up to a limit, above which the body is too large. */
export const createTextBuffer = (maxBytes: number): TextBuffer => {
  let bytes = Buffer.allocUnsafeSlow(Math.min(maxBytes, firstBytes));
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(source, start, end) {
      const needed = length + end - start;
      if (needed > maxBytes) {
        throw new JsonBodyError(
          'too-large',
          `The request body has more than ${maxBytes} bytes besides its files`,
        );
      }
      if (needed > bytes.length) {
        const grown = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(needed, bytes.length * 2)));
        bytes.copy(grown, 0, 0, length);
        bytes = grown;
      }
      source.copy(bytes, length, start, end);
      length = needed;
    },
    truncate(shorter) {
      length = shorter;
    },
    view: (start, end) => bytes.subarray(start, end),
  };
};
