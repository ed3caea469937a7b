import { Text, Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { formatNumber } from '../lib/format-number.ts';
import { t } from '../messages/translate.ts';

/** From this share of the limit on, the field shows how much is used. */
const counterShare = 0.8;

interface Limit {
  value: string;
  /** Maximum number of characters. Longer text is kept and marked as an error, because `maxLength` would cut it. */
  limit: number;
}

/** Counts code points, as the service does. */
const countCharacters = (text: string): number => [...text].length;

/** Marks text above the limit as invalid, so that its form cannot be sent. */
const useLimit = (
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  { value, limit }: Limit,
) => {
  const count = countCharacters(value);
  const error = count > limit ? t('common.tooLong', { count, limit, excess: count - limit }) : undefined;
  useEffect(() => field.current?.setCustomValidity(error ?? ''), [field, error]);
  return { count, error };
};

/** A text field that accepts at most `limit` characters. */
export const LimitedInput = ({ limit, error, ...props }: Omit<TextInputProps, 'value'> & Limit) => {
  const field = useRef<HTMLInputElement>(null);
  const excess = useLimit(field, { value: props.value, limit });
  return (
    <TextInput
      ref={field}
      error={excess.error ?? error}
      {...(excess.count >= limit * counterShare
        ? {
            rightSection: (
              <Text size="xs" c={excess.error ? 'var(--mantine-color-error)' : 'dimmed'} aria-hidden>
                {formatNumber(excess.count)}/{formatNumber(limit)}
              </Text>
            ),
            rightSectionWidth: 68,
          }
        : {})}
      {...props}
    />
  );
};

export const LimitedTextarea = ({ limit, error, ...props }: Omit<TextareaProps, 'value'> & Limit) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const excess = useLimit(field, { value: props.value, limit });
  return <Textarea ref={field} error={excess.error ?? error} {...props} />;
};
