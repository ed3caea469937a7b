import { Switch } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useSetting } from '../settings-form.tsx';

/** Limit of the service. */
export const maxDisclosureText = 300;

/** The line in the chat that says that an AI answers. */
export const DisclosureSection = () => {
  const { value, merge } = useSetting('channels');
  return (
    <FormSection
      title={t('agentSettings.disclosure.title')}
      description={t('agentSettings.disclosure.description')}
    >
      <Switch
        label={t('agentSettings.disclosure.show')}
        checked={value.aiDisclosure}
        onChange={(event) => merge({ aiDisclosure: event.currentTarget.checked })}
      />
      {(value.aiDisclosure || value.aiDisclosureText !== '') && (
        <LimitedTextarea
          label={t('agentSettings.disclosure.text')}
          description={t('agentSettings.disclosure.textHint')}
          placeholder={t('agentSettings.disclosure.textPlaceholder')}
          value={value.aiDisclosureText}
          onChange={(event) => merge({ aiDisclosureText: event.currentTarget.value })}
          limit={maxDisclosureText}
          autosize
        />
      )}
    </FormSection>
  );
};
