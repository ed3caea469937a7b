import type { Handle } from '../db/index.ts';
import { deleteChangesOf, findMarked, lockFigures } from './change-store.ts';
import { countSources, type Sources } from './count-sources.ts';
import { deleteFacts, findFacts } from './fact-store.ts';

/** Limits the length of statements. */
const idsAtOnce = 500;

const readIds = async (tx: Handle, table: 'rounds' | 'human_sessions', conversationIds: readonly string[]) =>
  (await tx.selectFrom(table).select('id').where('conversation_id', 'in', conversationIds).execute()).map(
    ({ id }) => id,
  );

const inParts = async (
  ids: readonly string[],
  work: (part: readonly string[]) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < ids.length; start += idsAtOnce) await work(ids.slice(start, start + idsAtOnce));
};

interface KeepInput<Result> {
  workspaceId: string;
  conversationIds: readonly string[];
  nowMs: number;
  /** Earlier questions are not collected as unanswered. */
  questionsSinceMs: number;
  /** Deletes the conversations with everything that belongs to them. */
  work(): Promise<Result>;
}

/**
 * The figures of past days stay, although their conversations are deleted. What is not counted yet is counted first. The
 * stored facts are deleted: nothing can change a deleted row, and they have one entry for each message of a user.
 */
export const keepFigures = async <Result>(
  tx: Handle,
  { workspaceId, conversationIds, nowMs, questionsSinceMs, work }: KeepInput<Result>,
): Promise<Result> => {
  await lockFigures(tx, nowMs);
  const roundIds = await readIds(tx, 'rounds', conversationIds);
  const sessionIds = await readIds(tx, 'human_sessions', conversationIds);
  const allIds = [...roundIds, ...sessionIds, ...conversationIds];
  const known = new Set<string>();
  const marked = new Set<string>();
  await inParts(allIds, async (ids) => {
    for (const { sourceId } of await findFacts(tx, workspaceId, ids)) known.add(sourceId);
    for (const id of await findMarked(tx, ids)) marked.add(id);
  });
  const isUncounted = (id: string): boolean => !known.has(id) || marked.has(id);
  const workspaceOf = new Map(allIds.map((id) => [id, workspaceId]));
  const count = (ids: Partial<Pick<Sources, 'roundIds' | 'sessionIds' | 'conversationIds'>>) =>
    countSources(tx, {
      roundIds: [],
      sessionIds: [],
      conversationIds: [],
      ...ids,
      workspaceOf,
      questionsSinceMs,
    });
  await inParts(roundIds.filter(isUncounted), async (ids) => void (await count({ roundIds: ids })));
  await inParts(sessionIds.filter(isUncounted), async (ids) => void (await count({ sessionIds: ids })));
  await inParts(
    conversationIds.filter(isUncounted),
    async (ids) => void (await count({ conversationIds: ids })),
  );
  const result = await work();
  await inParts(allIds, async (ids) => {
    await deleteFacts(tx, workspaceId, ids);
    await deleteChangesOf(tx, ids);
  });
  return result;
};
