export {
  claimKey,
  findKey,
  hashBody,
  type IdempotencyKey,
  type KeyResult,
  sweepKeys,
} from './idempotency-key.ts';
export { onceInTransaction } from './once-in-transaction.ts';
