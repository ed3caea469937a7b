export { createErasure, type Erasure } from './erasure.ts';
export { expiredQuery } from './expired-store.ts';
export { createHideConversation, type HideConversation } from './hide-conversation.ts';
export { createRetention } from './retention.ts';
