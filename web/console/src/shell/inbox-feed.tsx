import { useEffect, useRef, useState } from 'react';
import { at } from '../api/address.ts';
import type { InboxChange, InboxTyping } from '../api/generated.ts';
import { useEvents } from '../api/use-events.ts';
import { publishInboxChange, publishInboxTyping } from '../session/inbox-news.ts';
import { useSession } from '../session/session-context.ts';
import type { WorkspaceScope } from '../session/use-workspace.ts';

type News = { change: InboxChange } | { typing: InboxTyping };
type Word = News | 'hello';

/**
 * Only one tab of a browser holds the stream and passes the changes on: with HTTP/1.1 a browser opens six connections
 * per host, and six tabs with a stream each would leave none for other calls. Where pages may not use locks (plain
 * HTTP), each tab holds a stream while it is visible.
 */
const useSharedStream = (name: string, onNews: (news: News) => void) => {
  const [isHolder, setIsHolder] = useState(false);
  const channel = useRef<BroadcastChannel>(undefined);
  const last = useRef<InboxChange>(undefined);
  const latest = useRef(onNews);
  latest.current = onNews;

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
      if (data !== 'hello') latest.current(data);
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

  const pass = (news: News): void => {
    if ('change' in news) last.current = news.change;
    channel.current?.postMessage(news);
    latest.current(news);
  };
  return { isHolder, pass };
};

/** Follows the inbox of the workspace on every page, for the counts in the navigation and in the title. */
export const InboxFeed = ({ workspace }: { workspace: WorkspaceScope }) => {
  const { session } = useSession();
  const { isHolder, pass } = useSharedStream(`frontdesk inbox ${workspace.id} ${session.id}`, (news) => {
    if ('change' in news) publishInboxChange(workspace.id, news.change);
    else publishInboxTyping(workspace.id, news.typing);
  });
  useEvents(isHolder ? at(workspace.api, '/inbox/events') : undefined, ({ event, data }) => {
    pass(event === 'inbox' ? { change: data } : { typing: data });
  });
  return null;
};
