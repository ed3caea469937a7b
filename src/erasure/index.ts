export { createErasure, type Erasure } from './erasure.ts';
export { createHideConversation, type HideConversation } from './hide-conversation.ts';
export { createRetention } from './retention.ts';
