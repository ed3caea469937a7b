import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { HandoffSession, Message } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

/** Also finds sessions that a phrase or the model started. */
const refreshMs = 2000;

export interface TestHandoff {
  /** Opening or open. */
  session: HandoffSession | undefined;
  /** Messages of people, oldest first. */
  replies: Message[];
  isStarting: boolean;
  start(): void;
  /** Does nothing if there is no session. */
  end(): void;
}

/** The human session of a test chat. It ends with the page, so that nobody waits for an operator who has left. */
export const useTestHandoff = (conversationId: string | undefined, trials: number): TestHandoff => {
  const { workspace, api: agentApi } = useAgentScope();
  const path = at(agentApi, '/conversations/{conversationId}/messages', {
    conversationId: conversationId ?? '',
  });
  const sessions = useResource(at(workspace.api, '/handoffs'), {
    query: { conversationId: conversationId ?? '', pageSize: 1 },
    enabled: conversationId !== undefined,
    refreshMs,
  });
  const newest = conversationId === undefined ? undefined : sessions.data?.items[0];
  const session =
    newest?.conversationId === conversationId && newest?.status !== 'closed' ? newest : undefined;
  const messages = useResource(path, {
    query: { pageSize: 100 },
    enabled: conversationId !== undefined && newest !== undefined,
    refreshMs: session ? refreshMs : undefined,
  });
  const changes = [at(workspace.api, '/handoffs'), path];
  const start = useChange(() => api.post(at(agentApi, '/handoffs'), { conversationId: conversationId! }), {
    changes,
  });
  const end = useChange(
    (sessionId: string) => api.post(at(workspace.api, '/handoffs/{sessionId}/close', { sessionId })),
    {
      changes,
      onDone: () => notifications.show({ color: 'teal', message: t('tryIt.handoff.ended') }),
    },
  );

  const live = useRef<string>(undefined);
  live.current = session?.id;
  const endRef = useRef(end.mutate);
  endRef.current = end.mutate;
  useEffect(
    () => () => {
      if (live.current !== undefined) endRef.current(live.current);
    },
    [],
  );
  // Messages after the last question: earlier ones are part of the transcript.
  const items = messages.data?.items ?? [];
  const lastQuestion = items.findLastIndex(({ role }) => role === 'user');
  const replies = trials === 0 ? [] : items.slice(lastQuestion + 1).filter(({ role }) => role === 'human');
  return {
    session,
    replies,
    isStarting: start.isPending,
    start: () => start.mutate(undefined),
    end: () => {
      if (session) end.mutate(session.id);
    },
  };
};
