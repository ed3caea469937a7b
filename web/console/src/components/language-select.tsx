import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { type Language, languageNames } from '../messages/languages.ts';
import { t } from '../messages/translate.ts';

interface LanguageSelectProps extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  /** null: the language of the browser. */
  value: Language | null;
  onChange(language: Language | null): void;
}

/** Languages of the console. */
export const LanguageSelect = ({ value, onChange, ...rest }: LanguageSelectProps) => (
  <NativeSelect
    {...rest}
    aria-label={t('language.language')}
    data={[
      { value: '', label: t('language.automatic') },
      ...Object.entries(languageNames).map(([language, label]) => ({ value: language, label })),
    ]}
    value={value ?? ''}
    onChange={(event) => onChange((event.currentTarget.value || null) as Language | null)}
  />
);
