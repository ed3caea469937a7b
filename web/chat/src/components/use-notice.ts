import type { Entry } from '../state/entries.ts';
import { loadHandoff } from './load-handoff.ts';
import { useExtra } from './use-extra.ts';

/** The text of a notice. Undefined until the texts about the end of a human session are loaded. */
export const useNotice = (entry: Entry | undefined): string | undefined => {
  const end = useExtra(Boolean(entry?.returned), loadHandoff);
  return entry?.returned ? end?.describeHandoffEnd(entry.returned) : entry?.text;
};
