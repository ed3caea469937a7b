import { NativeSelect, Stack, TextInput } from '@mantine/core';
import type { ComponentModel } from '../graph/flow-types.ts';

interface ModelInputProps {
  label: string;
  value: ComponentModel | null;
  onChange(value: ComponentModel | null): void;
}

type Provider = ComponentModel['provider'];

const providers = [
  { value: '', label: "The agent's model" },
  { value: 'openai', label: 'OpenAI-compatible server' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
  { value: 'embedded', label: 'Embedded' },
];

const startOf = (provider: Provider): ComponentModel =>
  provider === 'embedded' ? { provider } : { provider, name: '' };

/** A component's own model. It has no key here: that of the agent's model at the same address is used. */
export const ModelInput = ({ label, value, onChange }: ModelInputProps) => (
  <Stack gap={8}>
    <NativeSelect
      label={label}
      data={providers}
      value={value?.provider ?? ''}
      onChange={(event) => {
        const provider = event.currentTarget.value as Provider | '';
        onChange(provider === '' ? null : startOf(provider));
      }}
    />
    {value && value.provider !== 'embedded' && (
      <>
        <TextInput
          label="Name of the model"
          value={value.name ?? ''}
          onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
          required
        />
        <TextInput
          label="Address"
          description="Empty: that of the provider, or of the agent's model. The key is the agent's own for this address."
          value={value.baseUrl ?? ''}
          onChange={(event) => {
            const { baseUrl: _before, ...rest } = value;
            const address = event.currentTarget.value;
            onChange(address === '' ? rest : { ...rest, baseUrl: address });
          }}
        />
      </>
    )}
  </Stack>
);
