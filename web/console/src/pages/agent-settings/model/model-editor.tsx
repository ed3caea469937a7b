import { Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type Provider, providerRow, providers } from '../../../../../../src/models/provider-table.ts';
import type { ModelConfig } from '../../../api/derived-types.ts';
import { SecretInput } from '../../../components/secret-input.tsx';
import { t } from '../../../messages/translate.ts';
import { ModelExtras } from './model-extras.tsx';
import { ModelTest } from './model-test.tsx';

interface ModelEditorProps {
  label: string;
  value: ModelConfig | null;
  /** Label of the choice without a model. */
  none: string;
  onChange(value: ModelConfig | null): void;
}

const choices = () =>
  providers.map((provider) => ({
    value: provider,
    label: t('agentSettings.model.provider.name', { provider }),
  }));

const ownServerExample = 'http://127.0.0.1:11434/v1';

const startOf = (provider: Provider): ModelConfig => {
  const { address } = providerRow(provider);
  if (!address) return { provider };
  return { provider, name: '', ...(address.isRequired ? { baseUrl: address.baseUrl } : {}) };
};

/** Empty text removes an optional field. */
const orAbsent = (text: string): string | undefined => (text === '' ? undefined : text);

/** Provider, name, URL and API key of a model, with a connection test. */
export const ModelEditor = ({ label, value, none, onChange }: ModelEditorProps) => {
  const merge = (part: Partial<ModelConfig>): void => {
    if (value) onChange({ ...value, ...part });
  };
  const address = value ? providerRow(value.provider).address : undefined;
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <NativeSelect
          label={t('agentSettings.model.provider')}
          data={[{ value: '', label: none }, ...choices()]}
          value={value?.provider ?? ''}
          onChange={(event) => {
            const provider = event.currentTarget.value as Provider | '';
            onChange(provider === '' ? null : startOf(provider));
          }}
        />
        {value && address && (
          <>
            <TextInput
              label={t('agentSettings.model.name')}
              value={value.name ?? ''}
              onChange={(event) => merge({ name: event.currentTarget.value })}
              required
            />
            <TextInput
              label={t('agentSettings.model.baseUrl')}
              description={
                address.isRequired
                  ? t('agentSettings.model.baseUrlRequired', {
                      example: address.baseUrl,
                      ownExample: ownServerExample,
                    })
                  : t('agentSettings.model.baseUrlOptional')
              }
              type="url"
              value={value.baseUrl ?? ''}
              onChange={(event) => merge({ baseUrl: orAbsent(event.currentTarget.value) })}
              required={address.isRequired}
            />
            <SecretInput
              label={t('agentSettings.model.apiKey')}
              description={t('agentSettings.model.apiKeyHint')}
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
