import type { Agent } from '../agents/index.ts';

/** Lists of a call: absent means "not given". */
interface KnowledgeLists {
  groupIds?: readonly string[];
  dataIds?: readonly string[];
}

/** Which corrections may be used. null: all of them. */
export type CorrectionScope = {
  knowledgeBaseIds: readonly string[];
  /** Corrections that belong to no knowledge base. */
  withUnassigned: boolean;
} | null;

/**
 * A call that restricts its knowledge gets only corrections of the knowledge bases it names. A correction belongs to no
 * document, so a call that names documents only gets none, and so does one with empty lists. The agent's own scope is no
 * restriction for corrections without a knowledge base, because both are set by the operators of the agent.
 */
export const scopeOfCorrections = (
  call: KnowledgeLists | undefined,
  own: Pick<Agent['settings']['knowledge'], 'groupIds' | 'dataIds'>,
): CorrectionScope => {
  if (call && (call.groupIds !== undefined || call.dataIds !== undefined))
    return { knowledgeBaseIds: call.groupIds ?? [], withUnassigned: false };
  if (call || (own.groupIds === null && own.dataIds === null)) return null;
  return { knowledgeBaseIds: own.groupIds ?? [], withUnassigned: true };
};

/** Decided without reading any correction. */
export const allowsNone = (scope: CorrectionScope): boolean =>
  scope !== null && !scope.withUnassigned && scope.knowledgeBaseIds.length === 0;

export const isInScope = (knowledgeBaseId: string, scope: CorrectionScope): boolean => {
  if (scope === null) return true;
  return knowledgeBaseId === '' ? scope.withUnassigned : scope.knowledgeBaseIds.includes(knowledgeBaseId);
};
