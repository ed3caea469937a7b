import { AppError } from '../../lib/errors.ts';
import type { LiveCursor } from '../../rounds/index.ts';

/** The id of an event of the live stream, such as 12-345. */
export const showCursor = ({ sequence, position }: LiveCursor): string => `${sequence}-${position}`;

/** Sequences are stored in four bytes. */
const longestConversation = 2 ** 31 - 1;

/** Undefined: the page has none yet and starts with new events. */
export const readCursor = (text: string | undefined): LiveCursor | undefined => {
  if (text === undefined || text === '') return undefined;
  const match = /^(\d{1,10})-(\d{1,15})$/.exec(text);
  if (!match || Number(match[1]) > longestConversation)
    throw new AppError('invalidParameter', 'Last-Event-ID (or after) must be an event ID of this stream');
  return { sequence: Number(match[1]), position: Number(match[2]) };
};
