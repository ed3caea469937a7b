export interface KnowledgeBase {
  id: string;
  name: string;
  description: string;
  isDefault: boolean;
  createdAt: string;
  documents: number;
  chunks: number;
  tokens: number;
}

export interface Reranker {
  version: string;
  isSetUp: boolean;
  address: string | null;
}
