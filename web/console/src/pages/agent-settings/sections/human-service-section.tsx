import { Group, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { ReceiverFields } from '../receiver-fields.tsx';
import { ReceiverTest } from '../receiver-test.tsx';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

const baseUrlExample = 'https://desk.example.com';
const supportEmailExample = 'support@example.com';

export const HumanServiceSection = () => {
  const { value, merge } = useSetting('humanService');
  const { saved, unsaved } = useSettingsForm();
  return (
    <FormSection
      title={t('agentSettings.humanService.title')}
      description={t('agentSettings.humanService.description')}
    >
      <TextInput
        label={t('agentSettings.humanService.baseUrl')}
        type="url"
        placeholder={baseUrlExample}
        value={value.baseUrl ?? ''}
        onChange={(event) => merge({ baseUrl: event.currentTarget.value || null })}
      />
      <TextInput
        label={t('agentSettings.humanService.chatPath')}
        value={value.chatPath}
        onChange={(event) => merge({ chatPath: event.currentTarget.value })}
      />
      <ReceiverFields
        value={value}
        onChange={merge}
        hasWeakSecret={saved.weakSecrets.includes('humanService.signingSecrets')}
      />
      <TagsInput
        label={t('agentSettings.humanService.phrases')}
        description={t('agentSettings.humanService.phrasesHint')}
        value={value.phrases}
        onChange={(phrases) => merge({ phrases })}
        splitChars={[]}
        placeholder={
          value.phrases.length === 0 ? t('agentSettings.humanService.phrasesPlaceholder') : undefined
        }
      />
      <Group grow preventGrowOverflow={false} align="flex-start">
        <NumberInput
          label={t('agentSettings.humanService.firstReply')}
          suffix=" s"
          min={1}
          max={86_400}
          value={value.firstReplySeconds}
          onChange={(seconds) => merge({ firstReplySeconds: numberOrNull(seconds) ?? 1 })}
        />
        <NumberInput
          label={t('agentSettings.humanService.idle')}
          suffix=" s"
          min={1}
          max={604_800}
          value={value.idleSeconds}
          onChange={(seconds) => merge({ idleSeconds: numberOrNull(seconds) ?? 1 })}
        />
      </Group>
      <TextInput
        label={t('agentSettings.humanService.supportEmail')}
        description={t('agentSettings.humanService.supportEmailHint')}
        type="email"
        placeholder={supportEmailExample}
        value={value.supportEmail}
        onChange={(event) => merge({ supportEmail: event.currentTarget.value })}
      />
      <LimitedInput
        label={t('agentSettings.humanService.connectingText')}
        description={t('agentSettings.humanService.connectingTextHint')}
        limit={1000}
        value={value.connectingText}
        onChange={(event) => merge({ connectingText: event.currentTarget.value })}
      />
      <LimitedInput
        label={t('agentSettings.humanService.emailText')}
        description={t('agentSettings.humanService.emailTextHint')}
        limit={1000}
        value={value.emailText}
        onChange={(event) => merge({ emailText: event.currentTarget.value })}
      />
      <LimitedInput
        label={t('translations.unreachable')}
        description={t('translations.unreachableHint')}
        limit={1000}
        value={value.unreachableText}
        onChange={(event) => merge({ unreachableText: event.currentTarget.value })}
      />
      <ReceiverTest target="human_service" isReady={value.baseUrl !== null} unsaved={unsaved} />
    </FormSection>
  );
};
