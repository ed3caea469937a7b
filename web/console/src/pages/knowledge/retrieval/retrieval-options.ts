import type { AgentSettings } from '../../../api/types/agent.ts';

/** One way to search, to be tried. */
export interface RetrievalOptions {
  embeddingRate: number;
  topK: number;
  /** null: no threshold. */
  minimumScore: number | null;
  /** null: none. */
  rerankVersion: string | null;
}

/** As the agent has it: the place to start from. */
export const optionsOfAgent = ({ knowledge }: Pick<AgentSettings, 'knowledge'>): RetrievalOptions => ({
  embeddingRate: knowledge.embeddingRate,
  topK: knowledge.topK,
  minimumScore: knowledge.minimumScore,
  rerankVersion: knowledge.rerankVersion,
});
