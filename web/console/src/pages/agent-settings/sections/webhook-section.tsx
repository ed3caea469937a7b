import { Alert, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { ReceiverFields } from '../receiver-fields.tsx';
import { ReceiverTest } from '../receiver-test.tsx';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

const eventChoices = [
  { value: 'channels', label: 'Of widget, iframe and share page' },
  { value: 'all', label: 'Of all conversations' },
  { value: 'none', label: 'None' },
];

export const WebhookSection = () => {
  const { value, merge } = useSetting('webhook');
  const { saved, unsaved } = useSettingsForm();
  return (
    <FormSection
      title="Webhook"
      description="Where replies go that were asked for in webhook mode, and events of conversations."
    >
      {value.disabled && (
        <Alert color="orange" title="Turned off">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">The receiver answered 410 Gone, so nothing more is sent there.</Text>
            <Button size="xs" variant="default" onClick={() => merge({ disabled: false })}>
              Turn it on again
            </Button>
          </Stack>
        </Alert>
      )}
      <TextInput
        label="Address"
        type="url"
        placeholder="https://api.example.com/frontdesk"
        value={value.url ?? ''}
        onChange={(event) => merge({ url: event.currentTarget.value || null })}
      />
      <ReceiverFields
        value={value}
        onChange={merge}
        hasWeakSecret={saved.weakSecrets.includes('webhook.signingSecrets')}
      />
      <NativeSelect
        label="Events besides replies"
        data={eventChoices}
        value={value.events}
        onChange={(event) => merge({ events: event.currentTarget.value as typeof value.events })}
      />
      <ReceiverTest target="message" isReady={value.url !== null} unsaved={unsaved} />
    </FormSection>
  );
};
