import { Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
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

type Provider = ModelConfig['provider'];

const providers: { value: Provider; label: string }[] = [
  { value: 'openai', label: 'OpenAI-compatible server' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
  { value: 'embedded', label: 'Embedded: quotes the knowledge, needs no network' },
];

const addressHints: Partial<Record<Provider, string>> = {
  openai: 'https://api.openai.com/v1, or a server of your own: http://127.0.0.1:11434/v1',
  anthropic: 'Empty: the provider itself',
  google: 'Empty: the provider itself',
};

const startOf = (provider: Provider): ModelConfig =>
  provider === 'embedded'
    ? { provider }
    : { provider, name: '', ...(provider === 'openai' ? { baseUrl: 'https://api.openai.com/v1' } : {}) };

/** Empty text takes an optional field away. */
const orAbsent = (text: string): string | undefined => (text === '' ? undefined : text);

/** Which model, where it is and what opens the door to it; with a test of the connection. */
export const ModelEditor = ({ label, value, none, onChange }: ModelEditorProps) => {
  const merge = (part: Partial<ModelConfig>): void => {
    if (value) onChange({ ...value, ...part });
  };
  const isRemote = value !== null && value.provider !== 'embedded';
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <NativeSelect
          label="Provider"
          data={[{ value: '', label: none }, ...providers]}
          value={value?.provider ?? ''}
          onChange={(event) => {
            const provider = event.currentTarget.value as Provider | '';
            onChange(provider === '' ? null : startOf(provider));
          }}
        />
        {isRemote && (
          <>
            <TextInput
              label="Name of the model"
              value={value.name ?? ''}
              onChange={(event) => merge({ name: event.currentTarget.value })}
              required
            />
            <TextInput
              label="Address"
              description={addressHints[value.provider]}
              type="url"
              value={value.baseUrl ?? ''}
              onChange={(event) => merge({ baseUrl: orAbsent(event.currentTarget.value) })}
              required={value.provider === 'openai'}
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
