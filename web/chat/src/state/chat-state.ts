import type { ListedConversation, Session } from '../service/wire.ts';
import { type Change, type Conversation, changeConversation, noConversation } from './conversation.ts';
import type { Store } from './store.ts';

/** What went wrong, as the service put it; the texts say it in the user's language. */
export interface Problem {
  /** Of the HTTP answer, where there was one. */
  status?: number | undefined;
  code: number;
  message: string;
  retryAfterSeconds?: number | undefined;
}

export interface ChatState {
  /** One more with each user: nothing that belongs to a number is shown under another. */
  user: number;
  /** `refused`: there is nothing to be done on this page. */
  phase: 'starting' | 'ready' | 'refused';
  problem: Problem | null;
  session: Session | null;
  /** False while connections fail; what was sent is kept and goes out later. */
  isConnected: boolean;
  conversation: Conversation;
  /** The user's conversations, once they were asked for. */
  history: { conversations: ListedConversation[]; more: boolean } | null;
}

export const firstState: ChatState = {
  user: 0,
  phase: 'starting',
  problem: null,
  session: null,
  isConnected: true,
  conversation: noConversation,
  history: null,
};

export type ChatStore = Store<ChatState>;

export const patch = (store: ChatStore, change: Partial<ChatState>): void =>
  store.set({ ...store.get(), ...change });

export const apply = (store: ChatStore, change: Change): void =>
  patch(store, { conversation: changeConversation(store.get().conversation, change) });
