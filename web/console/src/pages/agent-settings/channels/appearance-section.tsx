import { TagsInput } from '@mantine/core';
import { readImageHost } from '../../../../../../src/lib/origins/read-origin.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedInput, LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useSetting } from '../settings-form.tsx';
import { ColorFields } from './color-fields.tsx';
import { ImageFields } from './image-fields.tsx';
import { OriginList } from './origin-list.tsx';

const maxSuggestions = 6;
export const maxLauncherText = 40;
/** Limits of the service. */
const maxLogoAlt = 200;
const maxImageHosts = 50;
const imageHostExample = 'images.example.com';

export const AppearanceSection = () => {
  const { value, merge } = useSetting('channels');
  return (
    <FormSection
      title={t('agentSettings.appearance.title')}
      description={t('agentSettings.appearance.description')}
    >
      <LimitedTextarea
        label={t('agentSettings.appearance.greeting')}
        value={value.greeting}
        onChange={(event) => merge({ greeting: event.currentTarget.value })}
        limit={2000}
        autosize
        minRows={2}
        placeholder={t('agentSettings.appearance.greetingPlaceholder')}
      />
      <TagsInput
        label={t('agentSettings.appearance.suggestions')}
        description={t('agentSettings.appearance.suggestionsHint', { max: maxSuggestions })}
        value={value.suggestions}
        onChange={(suggestions) => merge({ suggestions })}
        maxTags={maxSuggestions}
        splitChars={[]}
      />
      <LimitedInput
        label={t('agentSettings.appearance.launcherText')}
        description={t('agentSettings.appearance.launcherTextHint')}
        value={value.launcherText}
        onChange={(event) => merge({ launcherText: event.currentTarget.value })}
        limit={maxLauncherText}
        placeholder={t('agentSettings.appearance.launcherTextPlaceholder')}
      />
      <ColorFields />
      <ImageFields />
      <LimitedInput
        label={t('agentSettings.appearance.logoAlt')}
        description={t('agentSettings.appearance.logoAltHint')}
        value={value.logoAlt}
        onChange={(event) => merge({ logoAlt: event.currentTarget.value })}
        limit={maxLogoAlt}
      />
      <OriginList
        label={t('agentSettings.appearance.imageHosts')}
        description={t('agentSettings.appearance.imageHostsHint')}
        example={imageHostExample}
        value={value.imageHosts}
        maxEntries={maxImageHosts}
        read={readImageHost}
        onChange={(imageHosts) => merge({ imageHosts })}
      />
    </FormSection>
  );
};
