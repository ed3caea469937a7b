import { Alert, Stack, Switch, TagsInput, Text } from '@mantine/core';
import { CopyField } from '../../../components/copy-field.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { iframeSnippet, shareAddress, widgetSnippet } from '../embed-snippets.ts';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

const channels = [
  { name: 'share', label: 'Share page', description: 'A page of its own, for links and mails' },
  { name: 'embed', label: 'Inside a page (iframe)', description: 'The chat as a part of your page' },
  { name: 'widget', label: 'Bubble', description: 'A button in the corner that opens the chat' },
  {
    name: 'liveChat',
    label: 'Live chat',
    description: 'The bubble for support desks, with a person in reach',
  },
] as const;

/** Ways to the agent without the API, and what to paste where. */
export const ChannelsSection = () => {
  const { value, merge } = useSetting('channels');
  const origins = useSetting('allowedOrigins');
  const { saved } = useSettingsForm();
  const place = { origin: location.origin, agentId: saved.id };
  const { enabled } = value;
  return (
    <>
      <FormSection
        title="Channels"
        description="How people reach the agent without a program in between. A new agent has none: anybody who knows its address can write to it once a channel is on."
      >
        {channels.map(({ name, label, description }) => (
          <Switch
            key={name}
            label={label}
            description={description}
            checked={enabled[name]}
            onChange={(event) => merge({ enabled: { ...enabled, [name]: event.currentTarget.checked } })}
          />
        ))}
        <TagsInput
          label="Pages that may embed it"
          description="Origins such as https://www.example.com; Enter adds one. * allows every page."
          value={origins.value}
          onChange={origins.set}
          placeholder={origins.value.length === 0 ? 'https://www.example.com' : undefined}
        />
        {!Object.values(enabled).some(Boolean) && (
          <Alert color="blue">
            No channel is on: the agent is reached only through the API. Switch on what you need, then save.
          </Alert>
        )}
        {origins.value.length === 0 && (enabled.embed || enabled.widget || enabled.liveChat) && (
          <Alert color="orange">
            No page may embed the agent yet. Name the origin of yours above, or the frame stays empty there.
          </Alert>
        )}
      </FormSection>
      <FormSection title="Put it on a page" description="Copy, paste, done. Saved settings apply at once.">
        <Stack gap="md">
          {!Object.values(enabled).some(Boolean) && (
            <Text c="dimmed" size="sm">
              What to copy appears here when a channel is on.
            </Text>
          )}
          {enabled.share && <CopyField label="Link to the share page" value={shareAddress(place)} />}
          {enabled.widget && <CopyField label="Bubble" value={widgetSnippet(place)} multiline />}
          {enabled.liveChat && (
            <CopyField
              label="Live chat"
              value={widgetSnippet({ ...place, channel: 'live-chat' })}
              multiline
            />
          )}
          {enabled.embed && <CopyField label="iframe" value={iframeSnippet(place)} multiline />}
        </Stack>
      </FormSection>
    </>
  );
};
