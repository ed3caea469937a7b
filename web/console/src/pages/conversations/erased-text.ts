import type { Erased } from '../../api/generated.ts';
import { countOf } from '../../lib/count-of.ts';

/** What is gone, in words. */
export const erasedText = ({ conversations, rounds, files }: Erased): string =>
  `Erased ${countOf(conversations, 'conversation')} with ${countOf(rounds, 'round')} and ${countOf(files, 'file')}.`;
