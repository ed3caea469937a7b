import type { Erased } from '../../api/types/conversation.ts';

const count = (amount: number, one: string, many: string): string =>
  `${amount.toLocaleString()} ${amount === 1 ? one : many}`;

/** What is gone, in words. */
export const erasedText = ({ conversations, rounds, files }: Erased): string =>
  `Erased ${count(conversations, 'conversation', 'conversations')} with ${count(rounds, 'round', 'rounds')} and ${count(files, 'file', 'files')}.`;
