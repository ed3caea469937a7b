export { conversationTypes } from './conversation-filter.ts';
export { type Conversations, createConversations } from './conversations.ts';
export type { ExportFormat } from './export.ts';
export { addConversationCost, type ConversationRow, takeSequence } from './store.ts';
export { makeSubject } from './subject.ts';
