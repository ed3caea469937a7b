import { createContext, useContext } from 'react';

export type InboxDialog = 'assign' | 'close';

interface InboxPageState {
  dialog: InboxDialog | undefined;
  setDialog(dialog: InboxDialog | undefined): void;
}

export const InboxPageContext = createContext<InboxPageState | undefined>(undefined);

/** State that keys and buttons of the inbox page share. */
export const useInboxPage = (): InboxPageState => {
  const state = useContext(InboxPageContext);
  if (!state) throw new Error('useInboxPage was called outside of the inbox page');
  return state;
};
