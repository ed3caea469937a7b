import { countTokens } from '../../lib/tokens.ts';

export interface Packed {
  text: string;
  tokens: number;
  /** Index of its first part, and of the first part after it. */
  from: number;
  to: number;
}

interface PackOptions {
  separator: string;
  /** Precedes the parts of every packed text and counts towards the limit. */
  prefix: string;
  limit: number;
}

/**
 * Joins neighbouring parts up to the limit. A part that is too long by itself is returned alone, above the
 * limit: the caller must cut it.
 */
export const packTexts = (parts: string[], { separator, prefix, limit }: PackOptions): Packed[] => {
  const join = (from: number, to: number): string => prefix + parts.slice(from, to).join(separator);
  const prefixTokens = countTokens(prefix);
  const partTokens = parts.map((part) => countTokens(separator + part));
  const packed: Packed[] = [];
  for (let from = 0; from < parts.length; ) {
    let sum = prefixTokens + partTokens[from]!;
    let to = from + 1;
    while (to < parts.length && sum + partTokens[to]! <= limit) sum += partTokens[to++]!;
    let text = join(from, to);
    let tokens = countTokens(text);
    // The joined text may have more tokens than its parts.
    while (tokens > limit && to > from + 1) {
      text = join(from, --to);
      tokens = countTokens(text);
    }
    packed.push({ text, tokens, from, to });
    from = to;
  }
  return packed;
};
