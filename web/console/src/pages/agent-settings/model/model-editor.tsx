import { Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type Provider, providerRow, providers } from '../../../../../../src/models/provider-table.ts';
import type { ModelConfig } from '../../../api/derived-types.ts';
import { SecretInput } from '../../../components/secret-input.tsx';
import { ModelExtras } from './model-extras.tsx';
import { ModelTest } from './model-test.tsx';

interface ModelEditorProps {
  label: string;
  value: ModelConfig | null;
  /** What no model means here. */
  none: string;
  onChange(value: ModelConfig | null): void;
}

const choices = providers.map((provider) => {
  const { label, remark } = providerRow(provider);
  return { value: provider, label: remark ? `${label}: ${remark}` : label };
});

const startOf = (provider: Provider): ModelConfig => {
  const { address } = providerRow(provider);
  if (!address) return { provider };
  return { provider, name: '', ...(address.isRequired ? { baseUrl: address.baseUrl } : {}) };
};

/** Empty text takes an optional field away. */
const orAbsent = (text: string): string | undefined => (text === '' ? undefined : text);

/** Which model, where it is and what opens the door to it; with a test of the connection. */
export const ModelEditor = ({ label, value, none, onChange }: ModelEditorProps) => {
  const merge = (part: Partial<ModelConfig>): void => {
    if (value) onChange({ ...value, ...part });
  };
  const address = value ? providerRow(value.provider).address : undefined;
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <NativeSelect
          label="Provider"
          data={[{ value: '', label: none }, ...choices]}
          value={value?.provider ?? ''}
          onChange={(event) => {
            const provider = event.currentTarget.value as Provider | '';
            onChange(provider === '' ? null : startOf(provider));
          }}
        />
        {value && address && (
          <>
            <TextInput
              label="Name of the model"
              value={value.name ?? ''}
              onChange={(event) => merge({ name: event.currentTarget.value })}
              required
            />
            <TextInput
              label="Address"
              description={address.hint}
              type="url"
              value={value.baseUrl ?? ''}
              onChange={(event) => merge({ baseUrl: orAbsent(event.currentTarget.value) })}
              required={address.isRequired}
            />
            <SecretInput
              label="API key"
              description="Kept in the service, never shown again"
              value={value.apiKey ?? ''}
              onChange={(apiKey) => merge({ apiKey: orAbsent(apiKey) })}
            />
            <ModelExtras value={value} onChange={merge} />
            <ModelTest model={value} />
          </>
        )}
      </Stack>
    </Fieldset>
  );
};
