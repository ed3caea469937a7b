import { useEffect, useRef, useState } from 'preact/hooks';
import { loadLateMessages } from '../../messages/late-messages.ts';
import { t } from '../../messages/translate.ts';
import type { FeedbackReason } from '../../service/wire.ts';
import type { Entry } from '../../state/entries.ts';
import { usePage } from '../page-context.ts';
import './extras.css';

/** Texts are read when the form is shown, because they are loaded with it. */
const reasons: Record<FeedbackReason, () => string> = {
  INCORRECT: () => t('rating.reason.INCORRECT'),
  INCOMPLETE: () => t('rating.reason.INCOMPLETE'),
  OFF_TOPIC: () => t('rating.reason.OFF_TOPIC'),
  TOO_LONG: () => t('rating.reason.TOO_LONG'),
  OFFENSIVE: () => t('rating.reason.OFFENSIVE'),
  OTHER: () => t('rating.reason.OTHER'),
};

/** Limit of the service. */
const mostCharacters = 1000;

interface RatingFormProps {
  entry: Entry;
  onClose(isSent: boolean): void;
}

/** Asks why a reply was rated as bad. The rating itself is already stored. */
const RatingForm = ({ entry, onClose }: RatingFormProps) => {
  const { chat } = usePage();
  const [reason, setReason] = useState(entry.feedbackReason);
  const [comment, setComment] = useState(entry.feedbackComment);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:checked, input')?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    // Nothing to add to the rating.
    if (reason === null && comment.trim() === '') return onClose(false);
    setSending(true);
    const isSent = await chat.rate(entry, {
      feedback: 'BAD',
      feedbackReason: reason,
      feedbackComment: comment,
    });
    // An error is shown above the text box. What was written stays.
    if (isSent) onClose(true);
    else setSending(false);
  };
  return (
    <form
      class="rating-form"
      ref={form}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose(false);
      }}
    >
      <fieldset>
        <legend>{t('rating.title')}</legend>
        {(Object.keys(reasons) as FeedbackReason[]).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`reason-${entry.key}`}
              checked={reason === one}
              onChange={() => setReason(one)}
            />
            {reasons[one]()}
          </label>
        ))}
      </fieldset>
      <label class="rating-comment">
        {t('rating.comment')}
        <textarea
          rows={2}
          dir="auto"
          maxLength={mostCharacters}
          value={comment}
          onInput={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </label>
      <div class="choices">
        <button type="button" class="text-button" onClick={() => onClose(false)}>
          {t('rating.skip')}
        </button>
        <button type="submit" class="button" disabled={isSending}>
          {t('send')}
        </button>
      </div>
    </form>
  );
};

const RatingThanks = () => (
  <p class="aside rating-thanks" role="status">
    {t('rating.thanks')}
  </p>
);

export const loadRatingForm = async () => {
  await loadLateMessages();
  return { RatingForm, RatingThanks };
};
