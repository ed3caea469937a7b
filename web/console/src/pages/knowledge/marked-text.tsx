import { Mark } from '@mantine/core';
import { useMemo } from 'react';
import { markWords } from './mark-words.ts';

/** A text with the words that are looked for marked. */
export const MarkedText = ({ text, query }: { text: string; query: string }) => {
  const parts = useMemo(() => markWords(text, query), [text, query]);
  return parts.map((part, index) =>
    // The place is what tells one piece from another; nothing moves.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    part.isMarked ? <Mark key={index}>{part.text}</Mark> : part.text,
  );
};
