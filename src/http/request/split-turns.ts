import { AppError } from '../../lib/errors.ts';
import type { IncomingPart, IncomingTurn } from '../../runtime/index.ts';

/** Maximum number of files in the newest user message. The turns before it share another such limit. */
const maxFiles = 9;

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

const isEmpty = (parts: IncomingPart[]): boolean =>
  parts.every((part) => part.type === 'text' && part.text.trim() === '');

const countFiles = (turns: IncomingPart[][]): number =>
  turns.flat().reduce((count, part) => count + (part.type === 'file' ? 1 : 0), 0);

/**
 * Splits the turns of a call at the question, which is the newest turn of the user. `name` is the field of the list,
 * and `placeOf` that of a turn's content.
 */
export const splitTurns = (
  turns: readonly IncomingTurn[],
  { name, placeOf }: { name: string; placeOf(index: number): string },
): { history: IncomingTurn[]; question: IncomingPart[]; following: IncomingTurn[] } => {
  const last = turns.findLastIndex(({ role }) => role === 'user');
  if (last < 0) refuse(name, 'must contain a message of the user');
  const question = turns[last]!.parts;
  if (isEmpty(question)) refuse(placeOf(last), 'must contain text or a file');
  if (countFiles([question]) > maxFiles) refuse(placeOf(last), `must have at most ${maxFiles} files`);
  const history = turns.slice(0, last);
  if (countFiles(history.map((turn) => turn.parts)) > maxFiles)
    refuse(name, `must have at most ${maxFiles} files before the newest message`);
  return { history, question, following: turns.slice(last + 1) };
};
