import { useEffect } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { queryClient } from '../../../api/query-client.ts';
import { resourceKey, useResource } from '../../../api/use-resource.ts';
import { useInboxChanges } from '../../../session/inbox-news.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useTranscript } from './use-transcript.ts';

/** Only a person can have sessions; an operator token cannot. */
export const useMayReply = (): boolean => {
  const { session } = useSession();
  return useWorkspace().can('inbox:write') && session.kind === 'person';
};

/** One session, kept current by the live stream. */
export const useInboxSession = (sessionId: string) => {
  const workspace = useWorkspace();
  const path = at(workspace.api, '/inbox/sessions/{sessionId}', { sessionId });
  const resource = useResource(path);
  const update = (changed: InboxSession): void => {
    if (changed.id !== sessionId) return;
    queryClient.setQueryData<InboxSession>(resourceKey(path), (known) =>
      known && known.version > changed.version ? known : changed,
    );
  };
  useInboxChanges(workspace.id, ({ sessions, isComplete }) => {
    for (const changed of sessions) update(changed);
    if (!isComplete) void resource.refetch();
  });
  return { ...resource, update };
};

/**
 * Marks the messages on the screen as read while the page is visible. A colleague's session stays unread for them. The chat shows
 * the user what was read.
 */
export const useMarkRead = (session: InboxSession): void => {
  const workspace = useWorkspace();
  const { session: me } = useSession();
  const mayReply = useMayReply();
  const isMine = session.assignee === null || session.assignee.id === me.id;
  const isUnread = mayReply && isMine && session.unread > 0;
  const { messages } = useTranscript(session.conversationId);
  const isLoaded = messages !== undefined;
  const messageId = messages?.findLast(({ role }) => role === 'user')?.id;
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/read', { sessionId: session.id });
  useEffect(() => {
    if (!isUnread || !isLoaded) return;
    const mark = (): void => {
      // A failure is not reported: the session stays unread, and the next message tries again.
      if (!document.hidden) void api.post(path, { messageId }).catch(() => {});
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [isUnread, isLoaded, path, messageId]);
};
