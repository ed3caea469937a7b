import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../messages/translate.ts';
import type { Entry } from '../state/entries.ts';
import { useExtra } from './use-extra.ts';

const loadForm = () => import('./extras/rating-form.tsx').then(({ loadRatingForm }) => loadRatingForm());

interface AnswerRatingProps {
  entry: Entry;
  /** Gets the focus when the form is closed. */
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

/** What a user can add to a bad rating: a form after the rating, and a button that opens it again. */
export const AnswerRating = ({ entry, button, isOpen, onOpen }: AnswerRatingProps) => {
  const [isThanked, setThanked] = useState(false);
  const form = useExtra(isOpen || isThanked, loadForm);
  const close = (isSent: boolean): void => {
    setThanked(isSent);
    onOpen(false);
    button.current?.focus();
  };
  if (entry.feedback !== 'BAD') return null;
  if (isOpen) return form ? <form.RatingForm entry={entry} onClose={close} /> : null;
  return (
    <>
      {form && <form.RatingThanks />}
      <button type="button" class="text-button rating-why" onClick={() => onOpen(true)}>
        {t('badWhy')}
      </button>
    </>
  );
};
