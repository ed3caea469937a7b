export type RtfToken =
  | { kind: 'open' | 'close' }
  | { kind: 'word'; word: string; value: number | undefined }
  | { kind: 'symbol'; symbol: string }
  /** Text as bytes of a code page; `\'hh` is one of them. */
  | { kind: 'bytes'; bytes: string };

const pattern = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/giy;
const lineEnds = /[\r\n]+/y;

/** The tokens of a Rich Text file, whose characters are bytes. Data after `\bin` is skipped. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  for (let at = 0; at < source.length; ) {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (!match) {
      lineEnds.lastIndex = at;
      at += lineEnds.exec(source)?.[0].length ?? 1;
      continue;
    }
    at = pattern.lastIndex;
    const [, word, digits, hex, symbol, brace, plain] = match;
    const value = digits === undefined ? undefined : Number(digits);
    if (word === 'bin') at += Math.max(0, value ?? 0);
    else if (word !== undefined) yield { kind: 'word', word, value };
    else if (hex !== undefined) yield { kind: 'bytes', bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (symbol !== undefined) yield { kind: 'symbol', symbol };
    else if (brace !== undefined) yield { kind: brace === '{' ? 'open' : 'close' };
    else yield { kind: 'bytes', bytes: plain ?? '' };
  }
}
