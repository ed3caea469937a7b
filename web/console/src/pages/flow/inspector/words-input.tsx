import { TagsInput } from '@mantine/core';
import { t } from '../../../messages/translate.ts';
import { useKnownVariables } from './use-known-variables.ts';

interface WordsInputProps {
  label: string;
  description?: string;
  value: string[];
  onChange(value: string[]): void;
  suggestions?: string[];
}

/** A list of short texts. */
export const WordsInput = ({ value, suggestions, ...rest }: WordsInputProps) => (
  <TagsInput
    {...rest}
    value={value}
    data={suggestions}
    maxTags={20}
    splitChars={[]}
    placeholder={value.length === 0 ? t('flow.words.placeholder') : undefined}
    acceptValueOnBlur
  />
);

/** A list of variables or paths. */
export const PathsInput = (props: Omit<WordsInputProps, 'suggestions'>) => (
  <WordsInput {...props} suggestions={useKnownVariables().map(({ path }) => path)} />
);
