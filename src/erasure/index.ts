export { createErasure, type Erasure } from './erasure.ts';
export { createRetention } from './retention.ts';
