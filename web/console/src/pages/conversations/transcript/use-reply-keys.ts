import { type KeyboardEvent, useEffect } from 'react';
import type { Quality } from '../../../api/derived-types.ts';
import { chord } from '../../../lib/chord.ts';
import { ratings } from './ratings.ts';
import type { Reply } from './reply-item.tsx';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

const isPlain = (event: { ctrlKey: boolean; metaKey: boolean; altKey: boolean }): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey;

/** Marks the elements that j and k move between. */
export const replyAttribute = 'data-reply';

const moveBy = (steps: 1 | -1): void => {
  const replies = [...document.querySelectorAll<HTMLElement>(`[${replyAttribute}]`)];
  const at = replies.findIndex((reply) => reply.contains(document.activeElement));
  const next = at === -1 ? replies.at(steps === 1 ? 0 : -1) : replies[at + steps];
  next?.focus();
};

/** Takes back the last rating by key. */
export const undoKey = 'u';

interface ReplyKeys {
  /** Undefined if the operator may not rate. */
  onRate?(reply: Reply, quality: Quality): void;
  onUndo(): void;
  onTrace(roundId: string): void;
}

/**
 * j and k move between replies unless a field has the focus. On a reply, one key rates it or opens its trace.
 * The second key of a chord (g u) belongs to the chord.
 */
export const useReplyKeys = ({ onRate, onUndo, onTrace }: ReplyKeys) => {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (!isPlain(event) || isField(event.target) || chord.isPending()) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      if (event.key === 'j') moveBy(1);
      else if (event.key === 'k') moveBy(-1);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (reply: Reply) =>
    (event: KeyboardEvent<HTMLElement>): void => {
      if (!isPlain(event) || isField(event.target) || chord.isPending()) return;
      const rating = ratings.find(({ key }) => key === event.key);
      if (event.key === 'j') moveBy(1);
      else if (event.key === 'k') moveBy(-1);
      else if (event.key === 't') onTrace(reply.roundId);
      else if (event.key === undoKey && onRate) onUndo();
      else if (event.key === 'Escape') event.currentTarget.blur();
      else if (rating && onRate) onRate(reply, rating.quality);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
};
