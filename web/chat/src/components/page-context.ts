import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { HostFrame } from '../page/host-frame.ts';
import type { ThemeSwitch } from '../page/theme.ts';
import type { Channel } from '../service/wire.ts';
import type { BrowserStorage } from '../state/browser-storage.ts';
import type { Chat } from '../state/chat.ts';
import type { ChatState } from '../state/chat-state.ts';

/** Shared by all components of the page. */
export interface PageParts {
  chat: Chat;
  theme: ThemeSwitch;
  frame: HostFrame;
  browserStorage: BrowserStorage;
  channel: Channel;
  /** Locale for dates and times. */
  dateLocale: string;
}

export const PageContext = createContext<PageParts | undefined>(undefined);

export const usePage = (): PageParts => useContext(PageContext)!;

/** Subscribes a component to a store. */
export const useChanging = <Value>(source: {
  get(): Value;
  subscribe(listener: () => void): () => void;
}): Value => {
  const [value, setValue] = useState(source.get);
  useEffect(() => {
    const read = (): void => setValue(source.get);
    // The value may have changed between the first render and this effect.
    read();
    return source.subscribe(read);
  }, [source]);
  return value;
};

export const useChatState = (): ChatState => useChanging(usePage().chat.store);

/**
 * One part of a store. The component renders again only when this part changes.
 * @param input what the function selects by, besides the state.
 */
export const useFromChat = <Value>(select: (state: ChatState) => Value, input?: unknown): Value => {
  const { store } = usePage().chat;
  const [value, setValue] = useState(() => select(store.get()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function selects the same part
  useEffect(() => {
    const read = (): void => setValue(() => select(store.get()));
    read();
    return store.subscribe(read);
  }, [store, input]);
  return value;
};
