import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { queryClient } from '../../../api/query-client.ts';
import { resourceKey } from '../../../api/use-resource.ts';
import { useInboxChanges } from '../../../session/inbox-news.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { applyChange, type Queue, type SessionPage } from '../queues.ts';

const pageSize = 30;

/** The sessions of a queue, kept current by the live stream. */
export const useInboxList = ({
  queue,
  agentId,
  labelId,
  isMissed,
}: {
  queue: Queue;
  agentId: string;
  labelId: string;
  isMissed: boolean;
}) => {
  const workspace = useWorkspace();
  const { session } = useSession();
  const path = at(workspace.api, '/inbox/sessions');
  const key = resourceKey(path, { queue, agentId, labelId, isMissed, isPaged: true });
  const list = useInfiniteQuery<SessionPage, ApiError, InfiniteData<SessionPage>, typeof key, string>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      api.get(path, {
        query: {
          queue,
          agentId,
          labelId,
          ...(isMissed && { missed: true }),
          limit: pageSize,
          cursor: pageParam,
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Only the shown queue follows the live stream, so another one is read again when it is shown.
    staleTime: 0,
  });
  useInboxChanges(workspace.id, ({ sessions, isComplete }) => {
    if (!isComplete) void list.refetch();
    queryClient.setQueryData<InfiniteData<SessionPage>>(
      key,
      (known) =>
        known && {
          ...known,
          pages: sessions.reduce<SessionPage[]>(
            (pages, changed) =>
              applyChange(pages, changed, { queue, agentId, labelId, isMissed, myId: session.id }),
            known.pages,
          ),
        },
    );
  });
  return list;
};

/** The current time, which changes every second while the page is visible. */
export const useNow = (): number => {
  const [nowMs, setNowMs] = useState(Date.now);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => {
    timer.current = setInterval(() => {
      if (!document.hidden) setNowMs(Date.now());
    }, 1000);
    return () => clearInterval(timer.current);
  }, []);
  return nowMs;
};
