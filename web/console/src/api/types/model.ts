export interface ModelTestResult {
  ok: boolean;
  name: string;
  latencyMs: number;
  firstTokenMs: number | null;
  text: string;
  /** Why it did not work, in words. */
  reason: string | null;
}

export interface ConfiguredModel {
  /** Runs inside the service, without a key. */
  isEmbedded: boolean;
  address: string | null;
  name: string | null;
  /** A mask. */
  key: string | null;
}

export interface ServiceModels {
  model: ConfiguredModel;
  embedding: ConfiguredModel;
  transcription: ConfiguredModel;
  synthesis: ConfiguredModel;
  rerankers: { version: string; isSetUp: boolean; address: string | null; key: string | null }[];
}
