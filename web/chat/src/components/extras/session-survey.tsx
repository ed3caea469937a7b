import { useState } from 'preact/hooks';
import { t } from '../../messages/translate.ts';
import type { Entry } from '../../state/entries.ts';
import { usePage } from '../page-context.ts';
import './extras.css';

const stars = [1, 2, 3, 4, 5];
/** Limit of the service. */
const mostCharacters = 1000;

/** Asks how the session with a person was. The texts are loaded with the notice about its end. */
export const SessionSurvey = ({ entry }: { entry: Entry }) => {
  const { chat } = usePage();
  const [rating, setRating] = useState(entry.survey?.rating ?? null);
  const [comment, setComment] = useState(entry.survey?.comment ?? '');
  const [isSent, setSent] = useState(rating !== null);
  const [isSending, setSending] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (rating === null) return;
    setSending(true);
    // An error is shown above the text box. What was written stays.
    const given = { session_id: entry.id!, rating, comment };
    setSent(await chat.attempt(() => chat.tellPerson('rating', given)));
    setSending(false);
  };
  if (isSent)
    return (
      <p class="aside rating-thanks" role="status">
        {t('rating.thanks')}{' '}
        <button type="button" class="text-button" onClick={() => setSent(false)}>
          {t('handoff.survey.change')}
        </button>
      </p>
    );
  return (
    <form class="rating-form session-survey" onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>{t('handoff.survey.title')}</legend>
        <p>{t('handoff.survey.scale')}</p>
        {stars.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`survey-${entry.key}`}
              required
              checked={rating === one}
              onChange={() => setRating(one)}
            />
            {one}
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
        <button type="submit" class="button" disabled={isSending || rating === null}>
          {t('send')}
        </button>
      </div>
    </form>
  );
};
