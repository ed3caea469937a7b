import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { InboxChange, InboxCounts, InboxTyping } from '../api/generated.ts';
import { queryClient } from '../api/query-client.ts';

type Listener = (workspaceId: string, change: InboxChange) => void;

const listeners = new Set<Listener>();
const countsKey = (workspaceId: string) => ['inbox counts', workspaceId] as const;

/** Changes of the inbox, which the shell reads as one live stream for all components. */
export const publishInboxChange: Listener = (workspaceId, change) => {
  queryClient.setQueryData(countsKey(workspaceId), change.counts);
  for (const listener of listeners) listener(workspaceId, change);
};

type TypingListener = (workspaceId: string, typing: InboxTyping) => void;

const typingListeners = new Set<TypingListener>();

/** Somebody types in a session. */
export const publishInboxTyping: TypingListener = (workspaceId, typing) => {
  for (const listener of typingListeners) listener(workspaceId, typing);
};

/** Calls `onTyping` whenever the user or an operator types in a session of this workspace. */
export const useInboxTyping = (workspaceId: string, onTyping: (typing: InboxTyping) => void): void => {
  const latest = useRef(onTyping);
  latest.current = onTyping;
  useEffect(() => {
    const listener: TypingListener = (typedId, typing) => {
      if (typedId === workspaceId) latest.current(typing);
    };
    typingListeners.add(listener);
    return () => void typingListeners.delete(listener);
  }, [workspaceId]);
};

/** Calls `onChange` for every change of this workspace's inbox. */
export const useInboxChanges = (workspaceId: string, onChange: (change: InboxChange) => void): void => {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const listener: Listener = (changedId, change) => {
      if (changedId === workspaceId) latest.current(change);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [workspaceId]);
};

/** The counts of the queues. Undefined until the stream has started. */
export const useInboxCounts = (workspaceId: string | undefined): InboxCounts | undefined =>
  useQuery<InboxCounts>({ queryKey: countsKey(workspaceId ?? ''), queryFn: skipToken }).data;
