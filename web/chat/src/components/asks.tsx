import { useEffect, useState } from 'preact/hooks';
import type { Entry } from '../state/entries.ts';
import { useFromChat } from './page-context.ts';

/** What a reply asks for, as long as it is the newest message. Loaded on demand, because few agents ask. */
export const Asks = ({ entry }: { entry: Entry }) => {
  const isOpen = useFromChat(
    ({ conversation: { entries, status } }) => status === 'agent' && entries.at(-1)?.key === entry.key,
  );
  const [loaded, setLoaded] = useState<typeof import('./asked-question.tsx')>();
  useEffect(() => {
    // If it cannot be loaded, the user can still answer with text.
    if (isOpen) import('./asked-question.tsx').then(setLoaded, () => {});
  }, [isOpen]);
  return isOpen && loaded ? <loaded.AskedQuestion asks={entry.asks!} id={entry.key} /> : null;
};
