import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';

/** A line this long was written by a program. Formatted, it can be read and split between values. */
const longLineCharacters = 1_000;
/** Indentation grows with depth times size: a megabyte of brackets would become terabytes. */
const maxDepth = 32;

const depthOf = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
};

const hasLongLine = (text: string): boolean => {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > longLineCharacters) return true;
    if (end < 0) return false;
    start = end + 1;
  }
  return false;
};

/** JSON stays JSON, because users ask about keys and structure as well as values. */
export const readJson = (bytes: Uint8Array): Reading => {
  const markdown = cleanText(decodeText(bytes), { keepBlankLines: true });
  let value: unknown;
  try {
    value = JSON.parse(markdown);
  } catch {
    const isLines = /^\s*[[{].*[\]}]\s*\n\s*[[{]/.test(markdown);
    return {
      kind: 'code',
      markdown,
      warnings: isLines || markdown === '' ? [] : ['The file is not valid JSON; it was read as plain text'],
    };
  }
  const needsLayout = hasLongLine(markdown) && depthOf(markdown) <= maxDepth;
  return { kind: 'code', markdown: needsLayout ? JSON.stringify(value, null, 1) : markdown };
};
