/** Scripts whose words are stemmed, and those with more than one language. */
export type Script = 'latin' | 'cyrillic' | 'arabic' | 'greek' | 'devanagari' | 'tamil' | 'armenian';

/** Ranges of UTF-16 code units, in order. */
const ranges: readonly (readonly [first: number, last: number, script: Script])[] = [
  [0x41, 0x5a, 'latin'],
  [0x61, 0x7a, 'latin'],
  [0xaa, 0x24f, 'latin'],
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x52f, 'cyrillic'],
  [0x530, 0x58f, 'armenian'],
  [0x600, 0x6ff, 'arabic'],
  [0x750, 0x77f, 'arabic'],
  [0x900, 0x97f, 'devanagari'],
  [0xb80, 0xbff, 'tamil'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
];

/** The script of a word, by its first letter. Undefined for numbers and all other scripts. */
export const scriptOf = (word: string): Script | undefined => {
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    // Digits before a letter: "3rd".
    if (unit >= 0x30 && unit <= 0x39) continue;
    return ranges.find(([first, last]) => unit >= first && unit <= last)?.[2];
  }
  return undefined;
};
