import { useEffect } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { queryClient } from '../../../api/query-client.ts';
import { resourceKey, useResource } from '../../../api/use-resource.ts';
import { useInboxChanges } from '../../../session/inbox-news.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

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

/** Marks the session as read while it is open and visible. A colleague's session stays unread for them. */
export const useMarkRead = (session: InboxSession): void => {
  const workspace = useWorkspace();
  const { session: me } = useSession();
  const mayReply = useMayReply();
  const isMine = session.assignee === null || session.assignee.id === me.id;
  const isUnread = mayReply && isMine && session.unread > 0;
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/read', { sessionId: session.id });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message must be marked again
  useEffect(() => {
    if (!isUnread) return;
    const mark = (): void => {
      // A failure is not reported: the session stays unread, and the next message tries again.
      if (!document.hidden) void api.post(path).catch(() => {});
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [isUnread, path, session.version]);
};
