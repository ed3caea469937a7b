import type { Handle } from '../db/index.ts';
import { decodeQuestion, encodeQuestion, type FilePart, filesIn, type StoredPart } from './message-parts.ts';
import { decodeRequest, encodeRequest } from './round-request.ts';

/** The file stays in the message by its name only. */
export const markRemoved = <Part extends StoredPart>(part: Part, afterDays: number): Part =>
  part.type === 'text' || part.removedAfterDays !== undefined
    ? part
    : { ...part, removedAfterDays: afterDays };

export const isStored = ({ removedAfterDays }: FilePart): boolean => removedAfterDays === undefined;

const roundsWithFiles = (tx: Handle) =>
  tx
    .selectFrom('rounds')
    .select(['id', 'question', 'request'])
    .where((eb) =>
      eb.or((['question', 'request'] as const).map((column) => eb(column, 'like', '%"fileId":%'))),
    );

interface RoundWithFiles {
  id: string;
  question: string;
  request: string;
}

const partsOf = ({ question, request }: RoundWithFiles): StoredPart[] => [
  ...decodeQuestion(question),
  ...decodeRequest(request).history.flatMap((turn) => turn.parts),
];

const save = async (
  tx: Handle,
  { id, question, request }: RoundWithFiles,
  mark: (part: StoredPart) => StoredPart,
): Promise<void> => {
  const decoded = decodeRequest(request);
  const history = decoded.history.map((turn) => ({ ...turn, parts: turn.parts.map(mark) }));
  await tx
    .updateTable('rounds')
    .set({
      question: encodeQuestion(decodeQuestion(question).map(mark)),
      request: encodeRequest({ ...decoded, history }),
    })
    .where('id', '=', id)
    .execute();
};

/**
 * Marks the files of these rounds as removed: of the question, and of the turns that a developer sent with it. Returns the
 * files that were stored until now. Later versions of a message share its files, which are marked there too.
 */
export const markFilesRemoved = async (
  tx: Handle,
  roundIds: readonly string[],
  afterDays: number,
): Promise<string[]> => {
  const rows = await roundsWithFiles(tx).where('id', 'in', roundIds).execute();
  const files = rows.flatMap((row) => filesIn(partsOf(row))).filter(isStored);
  if (files.length === 0) return [];
  const fileIds = new Set(files.map(({ fileId }) => fileId));
  const ids = rows.map(({ id }) => id);
  const later = await roundsWithFiles(tx).where('version_of', 'in', ids).where('id', 'not in', ids).execute();
  const mark = (part: StoredPart): StoredPart =>
    part.type !== 'text' && fileIds.has(part.fileId) ? markRemoved(part, afterDays) : part;
  for (const row of [...rows, ...later]) await save(tx, row, mark);
  return [...fileIds];
};
