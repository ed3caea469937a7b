export {
  claimKey,
  deleteKeysOfConversations,
  findKey,
  hashBody,
  type IdempotencyKey,
  sweepKeys,
} from './idempotency-key.ts';
export { onceInTransaction } from './once-in-transaction.ts';
