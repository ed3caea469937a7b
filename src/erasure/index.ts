export { createErasure, type Erased, type Erasure } from './erasure.ts';
export { createRetention, type Retention } from './retention.ts';
