import type { KeyboardEvent } from 'react';

/** Enter sends, Shift+Enter adds a line. Enter that confirms a character of an input method does neither. */
export const sendOnEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
