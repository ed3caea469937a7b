import { Mark } from '@mantine/core';
import { useMemo } from 'react';
import { markWords } from './mark-words.ts';

/** A text with the words of the query highlighted. */
export const MarkedText = ({ text, query }: { text: string; query: string }) => {
  const parts = useMemo(() => markWords(text, query), [text, query]);
  return parts.map((part, index) =>
    // Parts have no other identity than their position, which never changes.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    part.isMarked ? <Mark key={index}>{part.text}</Mark> : part.text,
  );
};
