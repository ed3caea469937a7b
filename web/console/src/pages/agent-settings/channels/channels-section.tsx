import { Alert, Stack, Switch, Text } from '@mantine/core';
import { readOrigin } from '../../../../../../src/lib/origins/read-origin.ts';
import { CopyField } from '../../../components/copy-field.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useSetting, useSettingsForm } from '../settings-form.tsx';
import { useAgentDefaults } from '../use-agent-defaults.ts';
import { iframeSnippet, packageSnippet, shareAddress, widgetSnippet } from './embed-snippets.ts';
import { OriginList } from './origin-list.tsx';
import { ShareLink } from './share-link.tsx';

const channels = [
  { name: 'share', label: 'agentSettings.channels.share', hint: 'agentSettings.channels.shareHint' },
  { name: 'embed', label: 'agentSettings.channels.iframe', hint: 'agentSettings.channels.iframeHint' },
  { name: 'widget', label: 'agentSettings.channels.widget', hint: 'agentSettings.channels.widgetHint' },
  { name: 'liveChat', label: 'agentSettings.channels.liveChat', hint: 'agentSettings.channels.liveChatHint' },
  { name: 'search', label: 'agentSettings.channels.search', hint: 'agentSettings.channels.searchHint' },
] as const satisfies { name: string; label: LabelKey; hint: LabelKey }[];

/** Limit of the service. */
const maxOrigins = 100;
const originExample = 'https://www.example.com';

/** Switches for the channels, with the link or code of each. */
export const ChannelsSection = () => {
  const { value, merge } = useSetting('channels');
  const origins = useSetting('allowedOrigins');
  const { saved } = useSettingsForm();
  const { origin = location.origin } = useAgentDefaults() ?? {};
  const place = { origin, agentId: saved.id };
  const { enabled } = value;
  return (
    <>
      <FormSection
        title={t('agentSettings.channels.title')}
        description={t('agentSettings.channels.description')}
      >
        {channels.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={t(label)}
            description={t(hint)}
            checked={enabled[name]}
            onChange={(event) => merge({ enabled: { ...enabled, [name]: event.currentTarget.checked } })}
          />
        ))}
        <OriginList
          label={t('agentSettings.channels.origins')}
          description={t('agentSettings.channels.originsHint', { example: originExample })}
          example={originExample}
          value={origins.value}
          maxEntries={maxOrigins}
          read={readOrigin}
          onChange={origins.set}
        />
        {!Object.values(enabled).some(Boolean) && (
          <Alert color="blue">{t('agentSettings.channels.allOff')}</Alert>
        )}
        {!origins.value.some((entry) => readOrigin(entry).isValid) &&
          (enabled.embed || enabled.widget || enabled.liveChat || enabled.search) && (
            <Alert color="orange">{t('agentSettings.channels.noOrigins')}</Alert>
          )}
      </FormSection>
      <FormSection
        title={t('agentSettings.channels.snippets')}
        description={t('agentSettings.channels.snippetsHint')}
      >
        <Stack gap="md">
          <ShareLink address={shareAddress(place)} />
          {!(enabled.widget || enabled.liveChat || enabled.embed) && (
            <Text c="dimmed" size="sm">
              {t('agentSettings.channels.noSnippets')}
            </Text>
          )}
          {enabled.widget && (
            <>
              <CopyField label={t('agentSettings.channels.widget')} value={widgetSnippet(place)} multiline />
              <CopyField
                label={t('agentSettings.channels.widgetPackage')}
                value={packageSnippet(place)}
                multiline
              />
            </>
          )}
          {enabled.liveChat && (
            <CopyField
              label={t('agentSettings.channels.liveChat')}
              value={widgetSnippet({ ...place, channel: 'live-chat' })}
              multiline
            />
          )}
          {enabled.embed && (
            <CopyField label={t('agentSettings.channels.iframe')} value={iframeSnippet(place)} multiline />
          )}
        </Stack>
      </FormSection>
    </>
  );
};
