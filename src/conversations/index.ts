export { type Conversations, createConversations } from './conversations.ts';
export { addConversationCost, type ConversationRow, takeSequence } from './store.ts';
export { makeSubject } from './subject.ts';
