import { Switch } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { t } from '../../../messages/translate.ts';
import { useSetting } from '../settings-form.tsx';

export const OutputSection = () => {
  const { value, merge } = useSetting('output');
  return (
    <FormSection title={t('agentSettings.output.title')}>
      <Switch
        label={t('agentSettings.output.audio')}
        description={t('agentSettings.output.audioHint')}
        checked={value.audio}
        onChange={(event) => merge({ audio: event.currentTarget.checked })}
      />
    </FormSection>
  );
};
