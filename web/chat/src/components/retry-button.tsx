import { useEffect, useState } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import type { Entry } from '../state/entries.ts';
import { mayRetry } from '../state/may-retry.ts';
import { Icon } from './icon.tsx';

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

interface RetryButtonProps {
  entry: Entry;
  class?: string;
  onRetry(): void;
}

/** Sends the message of a failed or empty round again. Not shown if that cannot help. */
export const RetryButton = ({ entry, class: place = '', onRetry }: RetryButtonProps) => {
  const left = useSecondsLeft(entry.error?.retryAfterSeconds ?? 0);
  if (!mayRetry(entry.error)) return null;
  return (
    <button type="button" class={`text-button ${place}`} disabled={left > 0} onClick={onRetry}>
      <Icon name="again" /> {left > 0 ? t('tryAgainIn', { seconds: left }) : t('tryAgain')}
    </button>
  );
};
