import type { AgentSettings, Reranker } from '../../../api/generated.ts';

/** Retrieval settings to test. */
export interface RetrievalOptions {
  embeddingRate: number;
  topK: number;
  /** null for none. */
  minimumScore: number | null;
  /** null for none. */
  rerankVersion: Reranker['version'] | null;
}

/** The settings of the agent, with which the test starts. */
export const optionsOfAgent = ({ knowledge }: Pick<AgentSettings, 'knowledge'>): RetrievalOptions => ({
  embeddingRate: knowledge.embeddingRate,
  topK: knowledge.topK,
  minimumScore: knowledge.minimumScore,
  // Typed as string in the settings, but only known versions are saved.
  rerankVersion: knowledge.rerankVersion as Reranker['version'] | null,
});
