import { Switch } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { useSetting } from '../settings-form.tsx';

export const OutputSection = () => {
  const { value, merge } = useSetting('output');
  return (
    <FormSection title="Output">
      <Switch
        label="Speak replies"
        description="Every answer comes as a recording too, by the service's own voice or the speech server that is set up."
        checked={value.audio}
        onChange={(event) => merge({ audio: event.currentTarget.checked })}
      />
    </FormSection>
  );
};
