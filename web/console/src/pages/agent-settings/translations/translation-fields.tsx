import { Button, Stack, TagsInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { AgentSettings } from '../../../api/generated.ts';
import { LimitedInput, LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { maxLauncherText } from '../channels/appearance-section.tsx';
import { maxDisclosureText } from '../sections/disclosure-section.tsx';
import { useSettingsForm } from '../settings-form.tsx';
import { languageName } from './language-name.ts';

export type Translation = AgentSettings['translations'][string];

const maxSuggestions = 6;
const maxGreeting = 2000;
const maxHandoffText = 1000;

interface TranslationFieldsProps {
  tag: string;
  value: Translation;
  onChange(value: Translation): void;
  onRemove(): void;
}

/** The texts of one language. The placeholders show the texts that visitors get where a field is empty. */
export const TranslationFields = ({ tag, value, onChange, onRemove }: TranslationFieldsProps) => {
  const { settings } = useSettingsForm().draft;
  const { channels, humanService } = settings;
  const text = (
    field: Exclude<keyof Translation, 'suggestions' | 'launcherText'>,
    fallback: string,
    limit: number,
  ) => ({
    value: value[field],
    placeholder: fallback,
    limit,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [field]: event.currentTarget.value }),
    autosize: true,
    lang: tag,
    dir: 'auto',
  });
  return (
    <Stack gap="md">
      <LimitedTextarea
        label={t('agentSettings.appearance.greeting')}
        {...text('greeting', channels.greeting, maxGreeting)}
      />
      <TagsInput
        label={t('agentSettings.appearance.suggestions')}
        description={t('agentSettings.appearance.suggestionsHint', { max: maxSuggestions })}
        placeholder={value.suggestions.length === 0 ? channels.suggestions.join(' · ') : undefined}
        value={value.suggestions}
        onChange={(suggestions) => onChange({ ...value, suggestions })}
        maxTags={maxSuggestions}
        splitChars={[]}
        lang={tag}
        dir="auto"
      />
      {(channels.aiDisclosure || value.aiDisclosureText !== '') && (
        <LimitedTextarea
          label={t('agentSettings.disclosure.text')}
          {...text('aiDisclosureText', channels.aiDisclosureText, maxDisclosureText)}
        />
      )}
      <LimitedInput
        label={t('agentSettings.appearance.launcherText')}
        value={value.launcherText}
        placeholder={channels.launcherText}
        limit={maxLauncherText}
        onChange={(event) => onChange({ ...value, launcherText: event.currentTarget.value })}
        lang={tag}
        dir="auto"
      />
      <LimitedTextarea
        label={t('agentSettings.humanService.connectingText')}
        {...text('connectingText', humanService.connectingText, maxHandoffText)}
      />
      <LimitedTextarea
        label={t('agentSettings.humanService.emailText')}
        {...text('emailText', humanService.emailText, maxHandoffText)}
      />
      <LimitedTextarea
        label={t('translations.unreachable')}
        {...text('unreachableText', humanService.unreachableText, maxHandoffText)}
      />
      <div>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={onRemove}
        >
          {t('translations.remove', { language: languageName(tag) })}
        </Button>
      </div>
    </Stack>
  );
};
