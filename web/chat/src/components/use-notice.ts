import type { Entry } from '../state/entries.ts';
import { useExtra } from './use-extra.ts';

export const loadEnd = () => import('./extras/handoff.tsx').then(({ loadHandoff }) => loadHandoff());

/** The text of a notice. Undefined until the texts about the end of a human session are loaded. */
export const useNotice = (entry: Entry | undefined): string | undefined => {
  const end = useExtra(Boolean(entry?.returned), loadEnd);
  return entry?.returned ? end?.describeHandoffEnd(entry.returned) : entry?.text;
};
