import { createRequire } from 'node:module';

/** Loaded at the first guess: its tables need 8 MB, and most texts are UTF-8. */
const detectAll: typeof import('jschardet')['detectAll'] = (bytes) => {
  const detector: typeof import('jschardet') = createRequire(import.meta.url)('jschardet');
  return detector.detectAll(bytes);
};

/** Names of the detector that the platform's decoder spells differently. */
const decoderNames: Record<string, string> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  johab: 'euc-kr',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
};

/** Below this confidence the result is noise. A few lines of real text reach several times as much. */
const leastConfidence = 0.02;
/** Candidates this close to the best are compared by the decoded text. */
const tieRatio = 0.95;
/** Old code pages resemble the usual ones but are very rare, so they must win clearly. */
const rareEncodings = /^(?:macintosh|x-mac|mac|ibm|cp|kz|ptcp|iso-8859-(?:3|4|10|13|14|16)$)/;
const rarePenalty = 0.7;

const decode = (encoding: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const decoderName = (encoding: string): string => {
  const name = encoding.toLowerCase();
  return decoderNames[name] ?? name.replace(/^iso8859/, 'iso-8859');
};

/** Share of letters and marks among the non-ASCII characters. A wrong code page produces symbols. */
const letterShare = (text: string): number => {
  const high = text.match(/[^\p{ASCII}]/gu) ?? [];
  const letters = high.filter((character) => /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}]/u.test(character));
  return high.length === 0 ? 1 : letters.length / high.length;
};

interface DoubleByteRule {
  encoding: string;
  isCommon(lead: number, trail: number): boolean;
}

/**
 * Ranges of common characters in each East Asian encoding. Used if there is too little text for
 * statistics (a name, a title): the right encoding puts nearly everything there.
 */
const doubleByteRules: DoubleByteRule[] = [
  { encoding: 'gb18030', isCommon: (lead, trail) => lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1 },
  {
    encoding: 'shift_jis',
    isCommon: (lead) => lead === 0x82 || lead === 0x83 || (lead >= 0x88 && lead <= 0x97),
  },
  { encoding: 'big5', isCommon: (lead) => lead >= 0xa4 && lead <= 0xc6 },
  { encoding: 'euc-kr', isCommon: (lead, trail) => lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1 },
  {
    encoding: 'euc-jp',
    isCommon: (lead) => lead === 0xa4 || lead === 0xa5 || (lead >= 0xb0 && lead <= 0xcf),
  },
];

const commonShare = (bytes: Uint8Array, rule: DoubleByteRule): number => {
  let pairs = 0;
  let common = 0;
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const lead = bytes[index]!;
    if (lead < 0x80) continue;
    index += 1;
    pairs += 1;
    if (rule.isCommon(lead, bytes[index] ?? 0)) common += 1;
  }
  return pairs === 0 ? 0 : common / pairs;
};

const guessDoubleByte = (sample: Uint8Array): string | undefined => {
  const scored = doubleByteRules
    .filter(({ encoding }) => decode(encoding, sample) !== undefined)
    .map((rule) => ({ encoding: rule.encoding, share: commonShare(sample, rule) }))
    .sort((a, b) => b.share - a.share);
  const best = scored[0];
  return best && best.share >= 0.9 ? best.encoding : undefined;
};

/** The encoding of text that is not UTF-8 and has no byte order mark: statistics first, then the decoded text. */
export const guessEncoding = (sample: Uint8Array): string => {
  const candidates = detectAll(sample)
    .filter(({ encoding }) => encoding)
    .map(({ encoding, confidence }) => ({ encoding: decoderName(encoding!), confidence: confidence ?? 0 }))
    .map(({ encoding, confidence }) => ({
      encoding,
      confidence: rareEncodings.test(encoding) ? confidence * rarePenalty : confidence,
    }))
    .flatMap((candidate) => {
      const text = decode(candidate.encoding, sample);
      return text === undefined ? [] : [{ ...candidate, text }];
    })
    .sort((a, b) => b.confidence - a.confidence);
  const best = candidates[0];
  if (!best || best.confidence < leastConfidence)
    return guessDoubleByte(sample) ?? best?.encoding ?? 'windows-1252';
  const tied = candidates.filter(({ confidence }) => confidence >= best.confidence * tieRatio);
  const byLook = tied
    .map(({ encoding, text }) => ({ encoding, share: letterShare(text) }))
    .sort((a, b) => b.share - a.share);
  // Stable sort: equal candidates keep the detector's order.
  return byLook[0]?.encoding ?? best.encoding;
};
