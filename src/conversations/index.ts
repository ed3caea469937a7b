export { type ConversationType, conversationTypes } from './conversation-filter.ts';
export { type Conversations, createConversations } from './conversations.ts';
export { countConversations } from './count-conversations.ts';
export type { ExportFormat } from './export.ts';
export type { KnownConversation } from './known-conversations.ts';
export {
  claimConversations,
  moveConversations,
  transferConversations,
  type UserMove,
} from './owner-store.ts';
export { placeRound } from './place-round.ts';
export {
  deleteAllChanges,
  deleteChangesOfUser,
  type FoundConversation,
  type RoundFilters,
} from './search/index.ts';
export {
  addConversationCost,
  type Conversation,
  conversationColumns,
  deleteConversations,
  findChannel,
  hideConversation,
  increaseHumanVersion,
  lockConversations,
  setAwaitsEmail,
  setTitle,
  toConversation,
} from './store.ts';
export {
  advanceSummary,
  forgetSummariesOfUser,
  forgetSummary,
  rewindSummary,
  setSummary,
} from './summary-store.ts';
export { deleteViewsOfUser } from './views/view-store.ts';
export type { ViewFilters } from './views/views.ts';
