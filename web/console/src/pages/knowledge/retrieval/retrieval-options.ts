import type { AgentSettings, Reranker } from '../../../api/generated.ts';

/** One way to search, to be tried. */
export interface RetrievalOptions {
  embeddingRate: number;
  topK: number;
  /** null: no threshold. */
  minimumScore: number | null;
  /** null: none. */
  rerankVersion: Reranker['version'] | null;
}

/** As the agent has it: the place to start from. */
export const optionsOfAgent = ({ knowledge }: Pick<AgentSettings, 'knowledge'>): RetrievalOptions => ({
  embeddingRate: knowledge.embeddingRate,
  topK: knowledge.topK,
  minimumScore: knowledge.minimumScore,
  // Settings keep it as a text; only known versions are saved.
  rerankVersion: knowledge.rerankVersion as Reranker['version'] | null,
});
