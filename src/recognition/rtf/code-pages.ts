/** Code pages by the charset numbers of fonts. */
const pageOfCharset: Record<number, number> = {
  0: 1252,
  77: 10_000,
  128: 932,
  129: 949,
  130: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

const named: Record<number, string> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  65001: 'utf-8',
};

const fallback = 1252;

export const codePageOfCharset = (charset: number): number | undefined => pageOfCharset[charset];

const decoders = new Map<number, InstanceType<typeof TextDecoder>>();

/** Decodes bytes of a code page. An unknown one is read as Windows-1252. */
export const decodeCodePage = (bytes: Uint8Array, page: number): string => {
  let decoder = decoders.get(page);
  if (!decoder) {
    try {
      decoder = new TextDecoder(named[page] ?? `windows-${page}`);
    } catch {
      decoder = new TextDecoder(`windows-${fallback}`);
    }
    // A file may name any number. Only existing code pages are cached.
    if (decoders.size < 40) decoders.set(page, decoder);
  }
  return decoder.decode(bytes);
};
