export { type Calibration, plainCalibration } from './calibration.ts';
export { defaultEmbeddingRate } from './default-rate.ts';
export { createEmbeddedEmbedders, type EmbeddedEmbedders } from './embedded-embedders.ts';
export {
  createRemoteEmbedder,
  createRemoteEmbedders,
  type RemoteEmbedderOptions,
} from './remote-embedder.ts';
export type { ConfidentEmbedder } from './thread-embedder.ts';
