import { useEffect, useRef, useState } from 'preact/hooks';
import { readOut } from '../markdown/read-out.ts';
import { describeFailure } from '../messages/describe-problem.ts';
import { t } from '../messages/translate.ts';
import { isEmptyAnswer } from '../state/entries.ts';
import { useChatState } from './page-context.ts';
import { useNotice } from './use-notice.ts';

/** Announces finished replies to screen readers, not their fragments. */
export const Announcer = () => {
  const { conversation, session } = useChatState();
  const last = useRef('');
  const [words, setWords] = useState('');
  const newest = conversation.entries.at(-1);
  const speaker = newest?.role === 'human' ? (newest.person?.name ?? t('person')) : session?.agent.name;
  const notice = useNotice(newest);
  const isAgents = conversation.status === 'agent';
  // A person answers now, and the chat does not know whether they write.
  useEffect(() => {
    if (!isAgents) setWords((said) => (said === t('answering') ? '' : said));
  }, [isAgents]);
  // Runs on every change, but announces only new or finished entries.
  useEffect(() => {
    if (!newest || notice === undefined) return;
    const { key, role, status, text, error } = newest;
    const [before, now] = [last.current, `${key} ${status}`];
    last.current = now;
    if (before === now || role === 'user') return;
    const wasRunning = before === `${key} running`;
    if (status === 'running') setWords(isAgents ? t('answering') : '');
    else if (error) setWords(describeFailure(newest));
    else if (isEmptyAnswer(newest)) setWords(isAgents ? t('emptyAnswer') : '');
    else if (role === 'notice') setWords(notice);
    else if (role === 'human') setWords(`${speaker}: ${readOut(text)}`);
    else if (wasRunning) setWords(text === '' ? '' : `${speaker}: ${readOut(text)}`);
  });
  return (
    <p class="out-of-sight" role="status" aria-live="polite">
      {words}
    </p>
  );
};
