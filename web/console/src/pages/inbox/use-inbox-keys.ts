import { useEffect } from 'react';
import { chord } from '../../lib/chord.ts';
import type { InboxDialog } from './inbox-context.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Moves the focus in the list. Without focus there, it starts at the open session. */
const moveBy = (steps: 1 | -1): void => {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-session]')];
  const focused = entries.indexOf(document.activeElement as HTMLElement);
  const current = focused === -1 ? entries.findIndex((entry) => entry.ariaCurrent === 'true') : focused;
  const next = current === -1 ? entries.at(steps === 1 ? 0 : -1) : entries[current + steps];
  next?.focus();
};

const focusReply = (): void => document.querySelector<HTMLElement>('[data-reply-box]')?.focus();
const pressTake = (): void => document.querySelector<HTMLElement>('[data-take]')?.click();

/** Keys of the inbox, unless a field has the focus, a dialog is open, or a chord (g x) is pending. */
export const useInboxKeys = (openDialog: (dialog: InboxDialog) => void): void => {
  useEffect(() => {
    const actions: Record<string, () => void> = {
      j: () => moveBy(1),
      ArrowDown: () => moveBy(1),
      k: () => moveBy(-1),
      ArrowUp: () => moveBy(-1),
      r: focusReply,
      t: pressTake,
      a: () => openDialog('assign'),
      e: () => openDialog('close'),
    };
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (chord.isPending() || document.querySelector('[aria-modal="true"]')) return;
      const isInBox = isField(event.target);
      if (isInBox && event.key === 'Escape') (event.target as HTMLElement).blur();
      // Arrows scroll the messages while they have the focus.
      const isArrow = event.key.startsWith('Arrow');
      const isOnEntry = event.target instanceof HTMLElement && event.target.dataset.session !== undefined;
      if (isInBox || (isArrow && !isOnEntry && event.target !== document.body)) return;
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [openDialog]);
};
