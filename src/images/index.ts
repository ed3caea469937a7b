export { createImageEncoder, type ImageEncoder, maxImageBytes } from './image-encoder.ts';
