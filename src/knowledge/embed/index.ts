export { createEmbeddedEmbedders, type EmbeddedEmbedders, usualThreads } from './embedded-embedders.ts';
export { createRemoteEmbedders } from './remote-embedder.ts';
export type { ConfidentEmbedder } from './thread-embedder.ts';
