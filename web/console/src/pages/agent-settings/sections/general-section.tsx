import { Switch } from '@mantine/core';
import { CopyField } from '../../../components/copy-field.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useSettingsForm } from '../settings-form.tsx';

export const GeneralSection = () => {
  const { saved, draft, change } = useSettingsForm();
  return (
    <FormSection
      title={t('agentSettings.general.title')}
      description={t('agentSettings.general.description')}
    >
      <LimitedInput
        label={t('common.name')}
        value={draft.name}
        limit={100}
        onChange={(event) => {
          const name = event.currentTarget.value;
          change((before) => ({ ...before, name }));
        }}
        required
      />
      <Switch
        label={t('agentSettings.general.apiEnabled')}
        description={t('agentSettings.general.apiEnabledHint')}
        checked={draft.apiEnabled}
        onChange={(event) => {
          const apiEnabled = event.currentTarget.checked;
          change((before) => ({ ...before, apiEnabled }));
        }}
      />
      <CopyField label={t('agentSettings.general.agentId')} value={saved.id} />
    </FormSection>
  );
};
