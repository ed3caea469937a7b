import { useEffect, useRef } from 'react';
import type { Trial } from './trial.ts';

/** What stands at the end of a conversation, kept in sight while words come. */
export const useFollowedEnd = (trials: Trial[]) => {
  const end = useRef<HTMLDivElement>(null);
  const length = trials.length + (trials.at(-1)?.answer.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words are what moves the view
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [length]);
  return end;
};
