import { ColorInput, Group, TagsInput } from '@mantine/core';
import { readImageHost } from '../../../../../../src/lib/origins/read-origin.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { OriginList } from '../origin-list.tsx';
import { useSetting } from '../settings-form.tsx';

const maxSuggestions = 6;
/** Limit of the service. */
const maxImageHosts = 50;
const imageHostExample = 'images.example.com';

export const AppearanceSection = () => {
  const { value, merge } = useSetting('channels');
  const { colors } = value;
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
      <Group grow preventGrowOverflow={false}>
        <ColorInput
          label={t('agentSettings.appearance.primary')}
          value={colors.primary ?? ''}
          onChange={(primary) => merge({ colors: { ...colors, primary: primary || null } })}
          placeholder={t('agentSettings.appearance.primaryPlaceholder')}
        />
        <ColorInput
          label={t('agentSettings.appearance.onPrimary')}
          value={colors.onPrimary ?? ''}
          onChange={(onPrimary) => merge({ colors: { ...colors, onPrimary: onPrimary || null } })}
          placeholder={t('agentSettings.appearance.onPrimaryPlaceholder')}
        />
      </Group>
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
