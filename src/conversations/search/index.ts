export { deleteAllChanges, deleteChangesOfUser } from './index-store.ts';
export { createRunIndexer } from './run-indexer.ts';
export {
  type ConversationSearch,
  type FoundConversation,
  type RoundFilters,
  searchConversations,
} from './search-conversations.ts';
