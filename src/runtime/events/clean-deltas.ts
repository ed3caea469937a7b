const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/**
 * Some servers split a character between two deltas, or send what no database stores. A lone surrogate waits
 * for its other half. One that never gets it becomes U+FFFD. NUL is dropped.
 */
export const createDeltaCleaner = () => {
  let held = '';
  return {
    push: (delta: string): string => {
      let text = held + delta;
      held = '';
      if (text.length > 0 && isHighSurrogate(text.charCodeAt(text.length - 1))) {
        held = text.slice(-1);
        text = text.slice(0, -1);
      }
      return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
    },
    /** The rest at the end of the text. */
    end: (): string => (held === '' ? '' : '\ufffd'),
  };
};
