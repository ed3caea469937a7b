import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

interface FilterTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onFilter(value: string): void;
}

const typingMs = 300;

/** Filters when the typing pauses: every letter in the address would be a step to go back over. */
export const FilterText = ({ value, onFilter, ...input }: FilterTextProps) => {
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback((next: string) => onFilter(next.trim()), typingMs);
  // Going back, or clearing the filters, changes it from outside.
  useEffect(() => setText((before) => (before.trim() === value ? before : value)), [value]);
  return (
    <TextInput
      {...input}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
};
