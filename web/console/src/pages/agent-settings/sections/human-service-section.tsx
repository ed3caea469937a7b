import { Group, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { numberOrNull } from '../number-or-null.ts';
import { ReceiverFields } from '../receiver-fields.tsx';
import { ReceiverTest } from '../receiver-test.tsx';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

export const HumanServiceSection = () => {
  const { value, merge } = useSetting('humanService');
  const { saved, unsaved } = useSettingsForm();
  return (
    <FormSection
      title="Human service"
      description="Your desk: when a user asks for a person, the conversation is handed over to this address, and your people answer through the API."
    >
      <TextInput
        label="Base address"
        type="url"
        placeholder="https://desk.example.com"
        value={value.baseUrl ?? ''}
        onChange={(event) => merge({ baseUrl: event.currentTarget.value || null })}
      />
      <TextInput
        label="Path of chat messages"
        value={value.chatPath}
        onChange={(event) => merge({ chatPath: event.currentTarget.value })}
      />
      <ReceiverFields
        value={value}
        onChange={merge}
        hasWeakSecret={saved.weakSecrets.includes('humanService.signingSecrets')}
      />
      <TagsInput
        label="Phrases that call a person"
        description="Enter adds one. The model may also decide to, and a flow can."
        value={value.phrases}
        onChange={(phrases) => merge({ phrases })}
        splitChars={[]}
        placeholder={value.phrases.length === 0 ? 'talk to a human' : undefined}
      />
      <Group grow preventGrowOverflow={false} align="flex-start">
        <NumberInput
          label="Wait for the first reply"
          suffix=" s"
          min={1}
          max={86_400}
          value={value.firstReplySeconds}
          onChange={(seconds) => merge({ firstReplySeconds: numberOrNull(seconds) ?? 1 })}
        />
        <NumberInput
          label="End when nobody writes for"
          suffix=" s"
          min={1}
          max={604_800}
          value={value.idleSeconds}
          onChange={(seconds) => merge({ idleSeconds: numberOrNull(seconds) ?? 1 })}
        />
      </Group>
      <TextInput
        label="Support address"
        description="Named to users when nobody can be reached"
        type="email"
        value={value.supportEmail}
        onChange={(event) => merge({ supportEmail: event.currentTarget.value })}
      />
      <TextInput
        label="Text when a person is called"
        description="Ends the reply in which the model asks for a person; empty for nothing"
        maxLength={1000}
        value={value.connectingText}
        onChange={(event) => merge({ connectingText: event.currentTarget.value })}
      />
      <TextInput
        label="Text that asks for an e-mail address"
        description="In the widget, the iframe and the share page, where the address is not known yet"
        maxLength={1000}
        value={value.emailText}
        onChange={(event) => merge({ emailText: event.currentTarget.value })}
      />
      <ReceiverTest target="human_service" isReady={value.baseUrl !== null} unsaved={unsaved} />
    </FormSection>
  );
};
