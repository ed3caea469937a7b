import { increaseHumanVersion, setAwaitsEmail } from '../../conversations/index.ts';
import type { Handle } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import {
  countLaterVersions,
  type FilePart,
  filesIn,
  findFirstOpenRound,
  findVersion,
  hasPersonSince,
  markReplaced,
  type Round,
  type StoredPart,
} from '../../rounds/index.ts';
import type { Memory } from '../ports.ts';

/** More than anybody compares. Pages list the versions of each message. */
const mostVersions = 50;

const refuse = (rule: string): AppError => new AppError('conflict', `replaces: ${rule}`);

const requireVersion = async (db: Handle, conversationId: string, id: string) => {
  const found = await findVersion(db, conversationId, id);
  if (!found) throw new AppError('notFound', 'replaces: the conversation has no such message');
  return found;
};

/**
 * The question of a round that replaces another: the new text, or the text of the replaced question if none is given,
 * with the files of the replaced question.
 */
export const questionOfReplacement = async (
  db: Handle,
  { conversationId, replaces, text }: { conversationId: string; replaces: string; text: StoredPart[] },
): Promise<StoredPart[]> => {
  const { question } = await requireVersion(db, conversationId, replaces);
  const files: FilePart[] = filesIn(question);
  return [...(text.length > 0 ? text : question.filter(({ type }) => type === 'text')), ...files];
};

interface Replacement {
  round: Round;
  replaces: string;
  /** The round brings the results of tools. It does not count as a version that somebody compares. */
  isContinuation: boolean;
  memory: Pick<Memory, 'removeSince'>;
}

/**
 * Part of the transaction that stores a round, after the round: the replaced round and all later ones leave the current
 * conversation and its memory. The lock on the conversation and on its human sessions prevents changes in between.
 */
export const replaceRounds = async (
  tx: Handle,
  { round, replaces, isContinuation, memory }: Replacement,
): Promise<void> => {
  const { conversationId } = round;
  const replaced = await requireVersion(tx, conversationId, replaces);
  if (replaced.replacedBy !== null) throw refuse('the message was already replaced by a later version');
  if (isContinuation && replaced.sequence !== round.sequence - 1)
    throw refuse('the conversation has continued since the tool calls');
  const before = { conversationId, sequence: round.sequence - 1 };
  if (await findFirstOpenRound(tx, before)) throw refuse('an answer is being written; stop it first');
  const since = { conversationId, sequence: replaced.sequence };
  if (await hasPersonSince(tx, since))
    throw refuse('a person has taken part in the conversation since this message');
  if (
    !isContinuation &&
    (await countLaterVersions(tx, replaced.versionOf ?? replaced.id)) + 1 >= mostVersions
  )
    throw refuse(`a message can have at most ${mostVersions} versions`);
  await markReplaced(tx, { conversationId, replaced, by: round });
  await memory.removeSince(tx, conversationId, replaced.sequence);
  await increaseHumanVersion(tx, conversationId);
  // A replaced message may have requested a person. A session would have been refused above.
  await setAwaitsEmail(tx, conversationId, false);
};
