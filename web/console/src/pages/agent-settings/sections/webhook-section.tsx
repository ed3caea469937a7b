import { Alert, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { ReceiverExamples } from '../receiver-examples.tsx';
import { ReceiverFields } from '../receiver-fields.tsx';
import { ReceiverTest } from '../receiver-test.tsx';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

const urlExample = 'https://api.example.com/frontdesk';

const eventChoices: { value: string; label: LabelKey }[] = [
  { value: 'channels', label: 'agentSettings.webhook.events.channels' },
  { value: 'all', label: 'agentSettings.webhook.events.all' },
  { value: 'none', label: 'agentSettings.webhook.events.none' },
];

export const WebhookSection = () => {
  const { value, merge } = useSetting('webhook');
  const { saved, unsaved } = useSettingsForm();
  return (
    <FormSection
      title={t('agentSettings.webhook.title')}
      description={t('agentSettings.webhook.description')}
    >
      {value.disabled && (
        <Alert color="orange" title={t('agentSettings.webhook.off')}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('agentSettings.webhook.offHint')}</Text>
            <Button size="xs" variant="default" onClick={() => merge({ disabled: false })}>
              {t('agentSettings.webhook.switchOn')}
            </Button>
          </Stack>
        </Alert>
      )}
      <TextInput
        label={t('agentSettings.webhook.url')}
        type="url"
        placeholder={urlExample}
        value={value.url ?? ''}
        onChange={(event) => merge({ url: event.currentTarget.value || null })}
      />
      <ReceiverFields
        value={value}
        onChange={merge}
        hasWeakSecret={saved.weakSecrets.includes('webhook.signingSecrets')}
      />
      <NativeSelect
        label={t('agentSettings.webhook.events')}
        data={eventChoices.map((choice) => ({ value: choice.value, label: t(choice.label) }))}
        value={value.events}
        onChange={(event) => merge({ events: event.currentTarget.value as typeof value.events })}
      />
      <ReceiverTest target="message" isReady={value.url !== null} unsaved={unsaved} />
      <ReceiverExamples target="message" isReady={value.url !== null} unsaved={unsaved} />
    </FormSection>
  );
};
