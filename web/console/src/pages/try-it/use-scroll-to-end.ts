import { useEffect, useRef } from 'react';
import type { Trial } from './trial.ts';

/** Ref for the end of a conversation. Scrolls it into view when text arrives. */
export const useScrollToEnd = (trials: Trial[], replies = 0) => {
  const end = useRef<HTMLDivElement>(null);
  const length = replies + trials.length + (trials.at(-1)?.answer.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text must scroll the view
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [length]);
  return end;
};
