import { useEffect } from 'react';

interface EarlyKeys {
  isActive: boolean;
  onText(change: (before: string) => string): void;
  onClose(): void;
}

const changeFor = (key: string): ((before: string) => string) | undefined => {
  if (key === 'Backspace') return (before) => before.slice(0, -1);
  // Enter must not press a button or send a form of the page behind.
  if (key === 'Enter') return (before) => before;
  return [...key].length === 1 ? (before) => before + key : undefined;
};

/** Collects typed text for a field that is still being loaded, instead of the page behind it. */
export const useEarlyKeys = ({ isActive, onText, onClose }: EarlyKeys): void => {
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const change = changeFor(event.key);
      if (change) onText(change);
      else if (event.key === 'Escape') onClose();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [isActive, onText, onClose]);
};
