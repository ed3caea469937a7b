import { useEffect, useState } from 'react';
import type { InboxSession, InboxTyping } from '../../../api/generated.ts';
import { useInboxTyping } from '../../../session/inbox-news.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** A page that types reports it every 3 seconds. */
const validMs = 6000;

type Typist = InboxTyping['operator'] & object;

interface Typists {
  isUserTyping: boolean;
  colleagues: Typist[];
}

const userKey = 'user';

/** Who is typing in a session besides me. */
export const useTypists = (session: InboxSession): Typists => {
  const workspace = useWorkspace();
  const { session: me } = useSession();
  const [typing, setTyping] = useState<ReadonlyMap<string, { operator: Typist | null; untilMs: number }>>(
    new Map(),
  );
  useInboxTyping(workspace.id, ({ sessionId, operator }) => {
    if (sessionId !== session.id || operator?.id === me.id) return;
    setTyping((before) =>
      new Map(before).set(operator?.id ?? userKey, { operator, untilMs: Date.now() + validMs }),
    );
  });
  useEffect(() => {
    if (typing.size === 0) return;
    const nextMs = Math.min(...[...typing.values()].map(({ untilMs }) => untilMs));
    const timer = setTimeout(
      () => setTyping((before) => new Map([...before].filter(([, { untilMs }]) => untilMs > nextMs))),
      Math.max(0, nextMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [typing]);
  const { from, text } = session.lastMessage;
  // Whoever has sent the newest message does not type it any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new message
  useEffect(() => {
    setTyping((before) =>
      before.size === 0
        ? before
        : new Map([...before].filter(([key]) => (key === userKey) !== (from === 'user'))),
    );
  }, [from, text, session.unread]);
  return {
    isUserTyping: typing.has(userKey),
    colleagues: [...typing.values()].flatMap(({ operator }) => operator ?? []),
  };
};
