/** The names in the contract. Each must be configured before it can be used. */
export const rerankVersions = [
  'BGE-Rerank',
  'Jina-reranker-v2-base-multilingual',
  'Jina-colbert-v2',
  'BCE-Rerank',
] as const;

export type RerankVersion = (typeof rerankVersions)[number];

export const isRerankVersion = (name: string): name is RerankVersion =>
  (rerankVersions as readonly string[]).includes(name);
