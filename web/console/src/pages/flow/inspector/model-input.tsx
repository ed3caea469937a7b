import { NativeSelect, Stack, TextInput } from '@mantine/core';
import {
  isRemoteProvider,
  type Provider,
  providerRow,
  providers,
} from '../../../../../../src/models/provider-table.ts';
import type { ComponentModel } from '../graph/flow-types.ts';

interface ModelInputProps {
  label: string;
  value: ComponentModel | null;
  onChange(value: ComponentModel | null): void;
}

const choices = [
  { value: '', label: "The agent's model" },
  ...providers.map((provider) => ({ value: provider, label: providerRow(provider).label })),
];

const startOf = (provider: Provider): ComponentModel =>
  isRemoteProvider(provider) ? { provider, name: '' } : { provider };

/** A component's own model. It has no key here: that of the agent's model at the same address is used. */
export const ModelInput = ({ label, value, onChange }: ModelInputProps) => (
  <Stack gap={8}>
    <NativeSelect
      label={label}
      data={choices}
      value={value?.provider ?? ''}
      onChange={(event) => {
        const provider = event.currentTarget.value as Provider | '';
        onChange(provider === '' ? null : startOf(provider));
      }}
    />
    {value && 'name' in value && (
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
