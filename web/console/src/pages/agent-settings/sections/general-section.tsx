import { Switch, TextInput } from '@mantine/core';
import { CopyField } from '../../../components/copy-field.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { useSettingsForm } from '../settings-form.tsx';

export const GeneralSection = () => {
  const { saved, draft, change } = useSettingsForm();
  return (
    <FormSection title="General" description="The name is shown to users, and with every reply.">
      <TextInput
        label="Name"
        value={draft.name}
        maxLength={100}
        onChange={(event) => {
          const name = event.currentTarget.value;
          change((before) => ({ ...before, name }));
        }}
        required
      />
      <Switch
        label="Answer calls of the API"
        description="Off: API calls that send a message or create a conversation are refused with code 20055. Other API calls work."
        checked={draft.apiEnabled}
        onChange={(event) => {
          const apiEnabled = event.currentTarget.checked;
          change((before) => ({ ...before, apiEnabled }));
        }}
      />
      <CopyField label="Agent id" value={saved.id} />
    </FormSection>
  );
};
