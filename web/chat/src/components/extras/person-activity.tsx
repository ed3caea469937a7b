import { useEffect, useRef, useState } from 'preact/hooks';
import { loadLateMessages } from '../../messages/late-messages.ts';
import { t } from '../../messages/translate.ts';
import { useFromChat, usePage } from '../page-context.ts';

/** How often typing is reported, and how long a report is valid. */
const shortestMs = 3000;
const validMs = 6000;

/** Reports that the user types a message. */
const useReportTyping = (): void => {
  const { chat } = usePage();
  useEffect(() => {
    let lastMs = 0;
    const report = ({ target }: Event): void => {
      const isMessage = target instanceof HTMLTextAreaElement && target.value.trim() !== '';
      if (!isMessage || Date.now() - lastMs < shortestMs) return;
      lastMs = Date.now();
      chat.tellPerson('typing');
    };
    document.addEventListener('input', report);
    return () => document.removeEventListener('input', report);
  }, [chat]);
};

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
const PersonActivity = () => {
  useReportTyping();
  return usePersonTyping() ? <p class="aside">{t('activity.typing')}</p> : null;
};

/** Loads the messages of this part, too. */
export const loadPersonActivity = async () => {
  await loadLateMessages();
  return { PersonActivity };
};
