const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/**
 * Some servers cut a character between two deltas, or send what no database stores. Half characters wait
 * for their other half; halves that never find it become U+FFFD; NUL is dropped.
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
    /** What was still waiting when the text ended. */
    end: (): string => (held === '' ? '' : '\ufffd'),
  };
};
