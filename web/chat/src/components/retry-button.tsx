import { useEffect, useState } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import type { Entry } from '../state/entries.ts';
import { mayRetry } from '../state/may-retry.ts';
import { Icon } from './icon.tsx';
import { usePage } from './page-context.ts';

/** Counts down to zero. */
const useSecondsLeft = (seconds: number): number => {
  const [endMs] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(Math.ceil((endMs - Date.now()) / 1000)), 1000);
    return () => clearTimeout(timer);
  }, [left, endMs]);
  return left;
};

/** Sends the message of a failed or empty round again. Not shown if that cannot help. */
export const RetryButton = ({ entry }: { entry: Entry }) => {
  const { chat } = usePage();
  const left = useSecondsLeft(entry.error?.retryAfterSeconds ?? 0);
  if (!mayRetry(entry.error) || !chat.canRetry(entry)) return null;
  return (
    <button type="button" class="text-button" disabled={left > 0} onClick={() => void chat.retry(entry)}>
      <Icon name="again" /> {left > 0 ? t('tryAgainIn', { seconds: left }) : t('tryAgain')}
    </button>
  );
};
