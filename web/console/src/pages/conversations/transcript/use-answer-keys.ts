import { type KeyboardEvent, useEffect } from 'react';
import type { Quality } from '../../../api/derived-types.ts';
import { ratings } from './ratings.ts';

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

const isPlain = (event: { ctrlKey: boolean; metaKey: boolean; altKey: boolean }): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey;

/** Marks the elements that keys go through. */
export const answerAttribute = 'data-answer';

const moveBy = (steps: 1 | -1): void => {
  const answers = [...document.querySelectorAll<HTMLElement>(`[${answerAttribute}]`)];
  const at = answers.findIndex((answer) => answer.contains(document.activeElement));
  const next = at === -1 ? answers.at(steps === 1 ? 0 : -1) : answers[at + steps];
  next?.focus();
};

interface AnswerKeys {
  /** Left out for whoever may not rate. */
  onRate?(roundId: string, quality: Quality): void;
  onTrace(roundId: string): void;
}

/**
 * j and k go from answer to answer, wherever the cursor is not in a field; on an answer one key rates it or
 * opens its trace. There g must not begin a way to another page, so the keys stop at the answer.
 */
export const useAnswerKeys = ({ onRate, onTrace }: AnswerKeys) => {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (!isPlain(event) || isWriting(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      if (event.key === 'j') moveBy(1);
      else if (event.key === 'k') moveBy(-1);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (roundId: string) =>
    (event: KeyboardEvent<HTMLElement>): void => {
      if (!isPlain(event) || isWriting(event.target)) return;
      const rating = ratings.find(({ key }) => key === event.key);
      if (event.key === 'j') moveBy(1);
      else if (event.key === 'k') moveBy(-1);
      else if (event.key === 't') onTrace(roundId);
      else if (event.key === 'Escape') event.currentTarget.blur();
      else if (rating && onRate) onRate(roundId, rating.quality);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
};
