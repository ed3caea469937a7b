import type { ReplyEvent } from '../../rounds/index.ts';

/** More events than a single run can send. */
const idsPerAttempt = 10_000_000;

/**
 * Whether a process was lost before it could log everything it had sent. Before `isCut` was stored, a client that
 * has seen more events than the log contains shows the same.
 */
const isCut = (event: ReplyEvent, sequence: number, lastSeenId: number): boolean =>
  event.type === 'failure' && (event.isCut === true || lastSeenId > sequence);

/**
 * The id of an event, or undefined if the client already has it. `sequence` counts from 1 within the
 * attempt. Each attempt has its own range of ids: a client that saw a part of an earlier attempt gets all of the next
 * one. The failure of a cut attempt comes after its whole range, and is sent whatever the client has seen.
 */
export const idToSend = (
  event: ReplyEvent,
  { attempt, sequence, lastSeenId }: { attempt: number; sequence: number; lastSeenId: number },
): number | undefined => {
  const id = (attempt - 1) * idsPerAttempt + sequence;
  if (isCut(event, id, lastSeenId)) return attempt * idsPerAttempt;
  return id > lastSeenId ? id : undefined;
};
