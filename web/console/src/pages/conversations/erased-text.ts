import type { Erased } from '../../api/types/conversation.ts';

/** "1 round", "2,000 rounds". */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString()} ${amount === 1 ? one : many}`;

/** What is gone, in words. */
export const erasedText = ({ conversations, rounds, files }: Erased): string =>
  `Erased ${count(conversations, 'conversation')} with ${count(rounds, 'round')} and ${count(files, 'file')}.`;
