import { useEffect, useRef, useState } from 'preact/hooks';
import { readOut } from '../markdown/read-out.ts';
import { describeHandoffEnd } from '../messages/describe-handoff-end.ts';
import { describeFailure } from '../messages/describe-problem.ts';
import { t } from '../messages/translate.ts';
import { isEmptyAnswer } from '../state/entries.ts';
import { useChatState } from './page-context.ts';

/** Announces finished replies to screen readers, not their fragments. */
export const Announcer = () => {
  const { conversation, session } = useChatState();
  const last = useRef('');
  const [words, setWords] = useState('');
  const newest = conversation.entries.at(-1);
  const speaker = newest?.role === 'human' ? t('person') : session?.agent.name;
  // Runs on every change, but announces only new or finished entries.
  useEffect(() => {
    if (!newest) return;
    const { key, role, status, text, error } = newest;
    const [before, now] = [last.current, `${key} ${status}`];
    last.current = now;
    if (before === now || role === 'user') return;
    const wasRunning = before === `${key} running`;
    if (status === 'running') setWords(conversation.status === 'agent' ? t('answering') : '');
    else if (error) setWords(describeFailure(newest));
    else if (isEmptyAnswer(newest)) setWords(conversation.status === 'agent' ? t('emptyAnswer') : '');
    else if (role === 'notice') setWords(newest.returned ? describeHandoffEnd(newest.returned) : text);
    else if (role === 'human') setWords(`${speaker}: ${text}`);
    else if (wasRunning) setWords(`${speaker}: ${readOut(text)}`);
  });
  return (
    <p class="out-of-sight" role="status" aria-live="polite">
      {words}
    </p>
  );
};
