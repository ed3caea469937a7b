export { createEmbeddedEmbedders, type EmbeddedEmbedders } from './embedded-embedders.ts';
export { createRemoteEmbedders } from './remote-embedder.ts';
export type { ConfidentEmbedder } from './thread-embedder.ts';
