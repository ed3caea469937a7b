import { useEffect } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** The notes of the conversation, read again after every change of the session. */
export const useNotes = (session: InboxSession) => {
  const path = at(useWorkspace().api, '/inbox/sessions/{sessionId}/notes', { sessionId: session.id });
  const notes = useResource(path);
  const { refetch } = notes;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have other notes
  useEffect(() => void refetch(), [session.version]);
  return { ...notes, path };
};

/** Mentions of me in the open session count as seen. */
export const useSeeMentions = (session: InboxSession): void => {
  const workspace = useWorkspace();
  const { session: me } = useSession();
  const isMentioned = session.mentionedIds.includes(me.id);
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/mentions/seen', { sessionId: session.id });
  useEffect(() => {
    // A failure is not reported: the mention stays, and the next visit tries again.
    if (isMentioned) void api.put(path).catch(() => {});
  }, [isMentioned, path]);
};
