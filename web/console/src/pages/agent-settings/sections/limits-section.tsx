import { NumberInput, Switch } from '@mantine/core';
import type { AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

const fields: {
  name: Exclude<keyof AgentSettings['limits'], 'retriesSilence'>;
  label: string;
  description: string;
  most: number;
  least: number;
}[] = [
  {
    name: 'requestsPerMinutePerKey',
    label: 'Requests a minute, by key',
    description: 'Above it: 429 with the time to wait',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'roundsPerMinutePerUser',
    label: 'Messages a minute, by user',
    description: 'One user cannot keep the model busy for the others',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'runTimeoutMs',
    label: 'Longest run',
    description: 'Milliseconds until an answer is given up',
    least: 100,
    most: 3_600_000,
  },
  {
    name: 'storedMb',
    label: 'Stored files (MB)',
    description: "Documents, attachments and recordings of this agent. Empty: the installation's default",
    least: 1,
    most: 100_000_000,
  },
  {
    name: 'firstTokenTimeoutMs',
    label: 'Time to the first token',
    description: 'Milliseconds; empty: as the service has it, 120,000 by default. A model can have its own.',
    least: 100,
    most: 3_600_000,
  },
];

export const LimitsSection = () => {
  const { value, merge } = useSetting('limits');
  return (
    <FormSection title="Limits" description="Empty means no limit.">
      {fields.map(({ name, label, description, least, most }) => (
        <NumberInput
          key={name}
          label={label}
          description={description}
          min={least}
          max={most}
          value={value[name] ?? ''}
          onChange={(limit) => merge({ [name]: numberOrNull(limit) })}
        />
      ))}
      <Switch
        label="Ask a silent model once more"
        description="After the time to the first token, if nothing was received. The provider may charge both requests."
        checked={value.retriesSilence}
        onChange={(event) => merge({ retriesSilence: event.currentTarget.checked })}
      />
    </FormSection>
  );
};
