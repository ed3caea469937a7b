import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

interface FilterTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onFilter(value: string): void;
}

const debounceMs = 300;

/**
 * The typed text, and how to change it. Applies the filter when typing pauses, because each change of the address adds a
 * step to the browser history.
 */
export const useFilterText = (
  value: string,
  onFilter: (value: string) => void,
): [string, (text: string) => void] => {
  const [text, setText] = useState(value);
  const applyLater = useDebouncedCallback((next: string) => onFilter(next.trim()), debounceMs);
  // Going back in the history and clearing the filters change the value from outside.
  useEffect(() => setText((before) => (before.trim() === value ? before : value)), [value]);
  const change = (next: string): void => {
    setText(next);
    applyLater(next);
  };
  return [text, change];
};

export const FilterText = ({ value, onFilter, ...input }: FilterTextProps) => {
  const [text, change] = useFilterText(value, onFilter);
  return <TextInput {...input} value={text} onChange={(event) => change(event.currentTarget.value)} />;
};
