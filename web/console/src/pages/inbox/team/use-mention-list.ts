import { type KeyboardEvent, useState } from 'react';
import { findMentionQuery, matchOperators } from './match-operators.ts';

interface MentionUse {
  text: string;
  /** Position of the cursor. */
  caret: number;
  names: readonly string[];
  /** Replaces this part of the text. */
  replace(start: number, end: number, added: string): void;
}

/** Colleagues for what was typed after an @: chosen by keyboard or mouse. */
export const useMentionList = ({ text, caret, names, replace }: MentionUse) => {
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const query = dismissed === text ? undefined : findMentionQuery(text, caret);
  const options = query === undefined ? [] : matchOperators(names, query);
  const index = Math.min(active, Math.max(0, options.length - 1));

  const choose = (name: string): void => {
    replace(caret - (query?.length ?? 0) - 1, caret, `@${name} `);
    setActive(0);
  };

  /** True if the key was meant for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (options.length === 0 || event.nativeEvent.isComposing) return false;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const isChosen = (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey;
    if (step === undefined && !isChosen && event.key !== 'Escape') return false;
    event.preventDefault();
    event.stopPropagation();
    if (step !== undefined) setActive((index + step + options.length) % options.length);
    else if (isChosen) choose(options[index]!);
    else setDismissed(text);
    return true;
  };

  return { options, index, choose, onKeyDown };
};
