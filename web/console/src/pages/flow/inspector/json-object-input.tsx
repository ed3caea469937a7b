import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { isSame } from '../../../lib/is-same.ts';
import { t } from '../../../messages/translate.ts';

type JsonObject = Record<string, unknown>;

interface JsonObjectInputProps {
  label: string;
  description?: string;
  value: JsonObject | null;
  /** An empty text is saved as null. */
  isOptional: boolean;
  onChange(value: JsonObject | null): void;
}

const shown = (value: JsonObject | null): string => (value === null ? '' : JSON.stringify(value, null, 2));

/** The object, or what is wrong with the text. */
const readText = (text: string, isOptional: boolean): { value: JsonObject | null } | { problem: string } => {
  if (isOptional && text.trim() === '') return { value: null };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: value as JsonObject }
      : { problem: t('flow.jsonInput.notObject') };
  } catch (error) {
    return { problem: t('flow.jsonInput.invalid', { problem: (error as Error).message }) };
  }
};

/** A JSON object as text. A text that is not valid stays in the field and is not saved. */
export const JsonObjectInput = ({
  label,
  description,
  value,
  isOptional,
  onChange,
}: JsonObjectInputProps) => {
  const [text, setText] = useState(() => shown(value));
  const read = readText(text, isOptional);
  // An undo changes the value, but not the text.
  if ('value' in read && !isSame(read.value, value)) setText(shown(value));
  return (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={isOptional ? 2 : 6}
      maxRows={20}
      spellCheck={false}
      value={text}
      error={'problem' in read ? read.problem : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const changed = readText(next, isOptional);
        if ('value' in changed) onChange(changed.value);
      }}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
    />
  );
};
