import type { ListedConversation, LiveEvent, Session } from '../service/wire.ts';
import { type Change, type Conversation, changeConversation, noConversation } from './conversation.ts';
import type { EntryError } from './entries.ts';
import type { Store } from './store.ts';

/** The error as the service returned it. The messages translate it for the user. */
export type Problem = EntryError;

export interface ChatState {
  /** Increases with each user. Data of one number is never shown under another. */
  user: number;
  /** `refused`: the service rejected the visitor, and nothing can be done on this page. */
  phase: 'starting' | 'ready' | 'refused';
  problem: Problem | null;
  session: Session | null;
  /** False while connections fail. Messages are kept and sent later. */
  isConnected: boolean;
  /** The tab and the chat are shown. */
  isVisible: boolean;
  conversation: Conversation;
  /** The newest event about who answers. */
  live: LiveEvent | null;
  /** The user's conversations, once requested. */
  history: { conversations: ListedConversation[]; more: boolean } | null;
}

export const firstState: ChatState = {
  user: 0,
  phase: 'starting',
  problem: null,
  session: null,
  isConnected: true,
  isVisible: true,
  conversation: noConversation,
  live: null,
  history: null,
};

export type ChatStore = Store<ChatState>;

export const patch = (store: ChatStore, change: Partial<ChatState>): void =>
  store.set({ ...store.get(), ...change });

export const apply = (store: ChatStore, change: Change): void =>
  patch(store, { conversation: changeConversation(store.get().conversation, change) });
