import type { KeyboardEvent } from 'react';

/** Enter sends, Shift and Enter begins a new line; Enter that ends a composed character does neither. */
export const sendOnEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
