export { conversationTypes } from './conversation-filter.ts';
export { type Conversations, createConversations } from './conversations.ts';
export type { ExportFormat } from './export.ts';
export type { ExportFilter } from './export-walk.ts';
export type { FoundCitations, RoundDetail, RoundState } from './find-round.ts';
export type { SaidMessage } from './list-messages.ts';
export type { QaRow } from './list-rounds.ts';
export { addConversationCost, type ConversationRow, takeSequence } from './store.ts';
export { makeSubject } from './subject.ts';
