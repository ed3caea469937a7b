import { useEffect, useRef, useState } from 'react';
import { at } from '../api/address.ts';
import type { InboxChange } from '../api/generated.ts';
import { useEvents } from '../api/use-events.ts';
import { publishInboxChange } from '../session/inbox-news.ts';
import { useSession } from '../session/session-context.ts';
import type { WorkspaceScope } from '../session/use-workspace.ts';

type Word = { change: InboxChange } | 'hello';

/**
 * Only one tab of a browser holds the stream and passes the changes on: with HTTP/1.1 a browser opens six connections
 * per host, and six tabs with a stream each would leave none for other calls. Where pages may not use locks (plain
 * HTTP), each tab holds a stream while it is visible.
 */
const useSharedStream = (name: string, onChange: (change: InboxChange) => void) => {
  const [isHolder, setIsHolder] = useState(false);
  const channel = useRef<BroadcastChannel>(undefined);
  const last = useRef<InboxChange>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;

  useEffect(() => {
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) {
      const follow = (): void => setIsHolder(!document.hidden);
      follow();
      document.addEventListener('visibilitychange', follow);
      return () => document.removeEventListener('visibilitychange', follow);
    }
    const words = new BroadcastChannel(name);
    channel.current = words;
    words.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data !== 'hello') latest.current(data.change);
      // A new tab needs the counts. Sessions are read by the page itself.
      else if (last.current) words.postMessage({ change: { ...last.current, sessions: [] } });
    };
    words.postMessage('hello');
    const ending = new AbortController();
    const released = Promise.withResolvers<void>();
    const hold = (): Promise<void> => {
      if (!ending.signal.aborted) setIsHolder(true);
      return released.promise;
    };
    locks.request(name, { signal: ending.signal }, hold).catch(() => {});
    return () => {
      ending.abort();
      released.resolve();
      words.close();
      setIsHolder(false);
    };
  }, [name]);

  const pass = (change: InboxChange): void => {
    last.current = change;
    channel.current?.postMessage({ change });
    latest.current(change);
  };
  return { isHolder, pass };
};

/** Follows the inbox of the workspace on every page, for the counts in the navigation and in the title. */
export const InboxFeed = ({ workspace }: { workspace: WorkspaceScope }) => {
  const { session } = useSession();
  const { isHolder, pass } = useSharedStream(`frontdesk inbox ${workspace.id} ${session.id}`, (change) =>
    publishInboxChange(workspace.id, change),
  );
  useEvents(isHolder ? at(workspace.api, '/inbox/events') : undefined, ({ event, data }) => {
    if (event === 'inbox') pass(data);
  });
  return null;
};
