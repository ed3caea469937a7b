import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../messages/translate.ts';
import type { Conversation } from '../../state/conversation.ts';
import { type Entry, isEmptyAnswer } from '../../state/entries.ts';
import { useFromChat, usePage } from '../page-context.ts';
import './extras.css';
import { useReportPage } from './use-report-page.ts';

/** How often typing is reported, and how long a report is valid. */
const shortestMs = 3000;
const validMs = 6000;
/** Replies that arrive within this time are reported together. */
const seenMs = 500;

const isWithPerson = ({ status }: Conversation): boolean => status === 'waiting' || status === 'human';

/** Reports that the user types a message. */
const useReportTyping = (): void => {
  const { chat } = usePage();
  const isRead = useFromChat(({ conversation }) => isWithPerson(conversation));
  useEffect(() => {
    if (!isRead) return;
    let lastMs = 0;
    const report = ({ target }: Event): void => {
      const isMessage = target instanceof HTMLTextAreaElement && target.value.trim() !== '';
      if (!isMessage || Date.now() - lastMs < shortestMs) return;
      lastMs = Date.now();
      // The next letter tries again.
      chat.tellPerson('typing').catch(() => {});
    };
    document.addEventListener('input', report);
    return () => document.removeEventListener('input', report);
  }, [chat, isRead]);
};

/** Reports the newest reply of a person when it is on the screen: the tab is visible, the chat is open and scrolled to it. */
const useReportSeen = (): void => {
  const { chat } = usePage();
  const newestId = useFromChat(({ conversation: { viewing, entries } }) =>
    viewing ? undefined : entries.findLast(({ role }) => role === 'human')?.messageId,
  );
  // A report that failed is repeated when the connection works again.
  const isPossible = useFromChat(({ isVisible, isConnected }) => isVisible && isConnected);
  const reported = useRef<string | undefined>(undefined);
  useEffect(() => {
    const reply = [...document.querySelectorAll('.entry-human')].at(-1);
    if (!isPossible || !newestId || !reply || reported.current === newestId) return;
    let timer: number | undefined;
    const report = (): void => {
      observer.disconnect();
      chat.tellPerson('seen', { message_id: newestId }).then(
        () => {
          reported.current = newestId;
        },
        () => {},
      );
    };
    const observer = new IntersectionObserver((changes) => {
      clearTimeout(timer);
      if (changes.at(-1)?.isIntersecting) timer = window.setTimeout(report, seenMs);
    });
    observer.observe(reply);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [chat, newestId, isPossible]);
};

/** Whether a person has seen the user's message at the end of the conversation. A reply to it says more. */
const useSeen = (): boolean =>
  useFromChat(({ live, conversation }) => {
    if (!isWithPerson(conversation)) return false;
    const isShown = (entry: Entry): boolean => entry.role !== 'notice' && !isEmptyAnswer(entry);
    const newest = conversation.entries.findLast(isShown);
    return (
      newest?.role === 'user' && live?.type === 'status' && 'seen' in live && live.seen === newest.messageId
    );
  });

/** Whether the person has typed in the last seconds, and has not sent a message since then. */
const usePersonTyping = (): boolean => {
  const live = useFromChat((state) => state.live);
  const newestReply = useFromChat(
    ({ conversation }) => conversation.entries.findLast(({ role }) => role === 'human')?.key,
  );
  const [typed, setTyped] = useState<unknown>(null);
  // An event from before this part was loaded is too old.
  const first = useRef(live);
  useEffect(() => {
    if (live !== first.current && live?.type === 'status' && 'typing' in live) setTyped(live);
  }, [live]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every event starts the time again
  useEffect(() => {
    const timer = setTimeout(() => setTyped(null), validMs);
    return () => clearTimeout(timer);
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reply was typed before
  useEffect(() => setTyped(null), [newestReply]);
  return typed !== null;
};

/** What the person does, below the newest message. What the user does is reported to the person. */
export const PersonActivity = () => {
  useReportTyping();
  useReportPage();
  useReportSeen();
  const isSeen = useSeen();
  const isTyping = usePersonTyping();
  return (
    <>
      {isSeen && <p class="aside seen">{t('activity.seen')}</p>}
      {isTyping && <p class="aside">{t('activity.typing')}</p>}
    </>
  );
};
