import type { Handle } from '../db/index.ts';
import { applyFacts } from './apply-facts.ts';
import { readConversationFacts } from './conversation-facts.ts';
import type { Fact, StoredFact } from './fact.ts';
import { deleteFacts, findFacts, saveFacts } from './fact-store.ts';
import { localDayOf } from './local-days.ts';
import { readRoundFacts } from './round-facts.ts';
import { readSessionFacts } from './session-facts.ts';
import { saveQuestions } from './unanswered/question-store.ts';
import { findZone } from './zone-store.ts';

/** Rows of the raw data whose effect on the figures is computed again. */
export interface Sources {
  roundIds: readonly string[];
  sessionIds: readonly string[];
  /** Conversations that may have changed. Those of the rounds and sessions are found by themselves. */
  conversationIds: readonly string[];
  /** Workspaces of rows that may have been deleted, by ID of the row. */
  workspaceOf: ReadonlyMap<string, string>;
  /** Earlier questions are not collected as unanswered. */
  questionsSinceMs: number;
}

const isEmpty = ({ parts }: Fact): boolean => Object.keys(parts.n).length === 0 && parts.u === undefined;

const isSame = (left: StoredFact, right: StoredFact): boolean =>
  left.day === right.day &&
  left.channel === right.channel &&
  left.agentId === right.agentId &&
  left.atMs === right.atMs &&
  JSON.stringify(left.parts) === JSON.stringify(right.parts);

const replaceInWorkspace = async (
  tx: Handle,
  workspaceId: string,
  { sourceIds, facts }: { sourceIds: readonly string[]; facts: readonly Fact[] },
) => {
  const { timeZone } = await findZone(tx, workspaceId);
  const before = new Map((await findFacts(tx, workspaceId, sourceIds)).map((fact) => [fact.sourceId, fact]));
  const after = new Map(
    facts.map((fact) => [fact.sourceId, { ...fact, day: localDayOf(timeZone, fact.atMs) }]),
  );
  const added = [...after.values()].filter((fact) => {
    const known = before.get(fact.sourceId);
    return known === undefined || !isSame(known, fact);
  });
  const addedIds = new Set(added.map(({ sourceId }) => sourceId));
  const gone = [...before.values()].filter(({ sourceId }) => !after.has(sourceId));
  const removed = [...gone, ...[...before.values()].filter(({ sourceId }) => addedIds.has(sourceId))];
  await saveFacts(tx, added);
  await deleteFacts(
    tx,
    workspaceId,
    gone.map(({ sourceId }) => sourceId),
  );
  return { removed, added };
};

/**
 * Replaces what these rows added to the figures by what they add now. The caller has locked the figures, so that facts
 * and raw data are read after every earlier change. Returns the rounds that have not ended.
 */
export const countSources = async (tx: Handle, sources: Sources): Promise<{ runningIds: string[] }> => {
  const rounds = await readRoundFacts(tx, sources.roundIds);
  const sessions = await readSessionFacts(tx, sources.sessionIds);
  const conversationIds = [
    ...new Set([...sources.conversationIds, ...rounds.conversationIds, ...sessions.conversationIds]),
  ];
  const conversations = await readConversationFacts(tx, conversationIds);
  const facts = [...rounds.facts, ...sessions.facts, ...conversations].filter((fact) => !isEmpty(fact));
  const workspaceOf = new Map(sources.workspaceOf);
  for (const fact of facts) workspaceOf.set(fact.sourceId, fact.workspaceId);
  const factsById = new Map(facts.map((fact) => [fact.sourceId, fact]));
  const allIds = [...new Set([...sources.roundIds, ...sources.sessionIds, ...conversationIds])];
  const byWorkspace = Map.groupBy(allIds, (id) => workspaceOf.get(id));
  const removed: StoredFact[] = [];
  const added: StoredFact[] = [];
  for (const [workspaceId, sourceIds] of byWorkspace) {
    // A row without a fact and without a mark was never counted.
    if (workspaceId === undefined) continue;
    const some = sourceIds.flatMap((id) => factsById.get(id) ?? []);
    const replaced = await replaceInWorkspace(tx, workspaceId, { sourceIds, facts: some });
    removed.push(...replaced.removed);
    added.push(...replaced.added);
  }
  await applyFacts(tx, { removed, added });
  const recent = rounds.unanswered.filter(({ createdAtMs }) => createdAtMs >= sources.questionsSinceMs);
  await saveQuestions(tx, sources.roundIds, recent);
  return { runningIds: rounds.runningIds };
};
