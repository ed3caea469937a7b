import { useRef, useState } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import type { Rating } from '../service/wire.ts';
import { canReplace } from '../state/conversation.ts';
import { type Entry, isEmptyAnswer } from '../state/entries.ts';
import { AnswerRating } from './answer-rating.tsx';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';
import { useFromChat, usePage } from './page-context.ts';
import { RetryButton } from './retry-button.tsx';
import { Versions } from './versions.tsx';

/** Actions on a finished reply. */
export const AnswerActions = ({ entry }: { entry: Entry }) => {
  const { chat } = usePage();
  const { answerId, feedback, status, text } = entry;
  const [isExplaining, setExplaining] = useState(false);
  const badButton = useRef<HTMLButtonElement>(null);
  /** A second click withdraws the rating. */
  const rate = (rating: Rating): void => {
    const next = feedback === rating ? 'NONE' : rating;
    setExplaining(next === 'BAD');
    void chat.rate(entry, { feedback: next, feedbackReason: null, feedbackComment: '' });
  };
  const isCurrent = useFromChat(({ conversation }) => conversation.viewing === null);
  const isReplaceable = useFromChat(({ conversation }) => canReplace(conversation, entry), entry);
  const isComplete = status === 'ended' && !isEmptyAnswer(entry);
  const isRatable = isCurrent && answerId !== null && status !== 'failed' && !isEmptyAnswer(entry);
  return (
    <>
      <div class="actions">
        {text !== '' && <CopyButton text={text} label={t('copy')} />}
        {isRatable && (
          <>
            <IconButton
              icon="good"
              label={t('good')}
              pressed={feedback === 'GOOD'}
              onClick={() => rate('GOOD')}
            />
            <IconButton
              icon="bad"
              label={t('bad')}
              pressed={feedback === 'BAD'}
              onClick={() => rate('BAD')}
              buttonRef={badButton}
            />
          </>
        )}
        {isReplaceable && isComplete && (
          <IconButton
            class="only-last"
            icon="again"
            label={t('regenerate')}
            onClick={() => void chat.replace(entry)}
          />
        )}
        {isReplaceable && !isComplete && (
          <RetryButton class="only-last" entry={entry} onRetry={() => void chat.replace(entry)} />
        )}
        <Versions entry={entry} />
      </div>
      {isRatable && (
        <AnswerRating entry={entry} button={badButton} isOpen={isExplaining} onOpen={setExplaining} />
      )}
    </>
  );
};
