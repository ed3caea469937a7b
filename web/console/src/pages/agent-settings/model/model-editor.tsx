import { Alert, Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type Provider, providerRow, providers } from '../../../../../../src/models/provider-table.ts';
import type { ModelConfig, ModelReference } from '../../../api/derived-types.ts';
import { SecretInput } from '../../../components/secret-input.tsx';
import { connectionChoices, hasModel, parseReference, referenceValue } from '../../../lib/model-choices.ts';
import { t } from '../../../messages/translate.ts';
import { useModelConnections } from '../../../session/use-model-connections.ts';
import { ModelExtras } from './model-extras.tsx';
import { ModelTest } from './model-test.tsx';

type EditedModel = ModelConfig | ModelReference;

interface ModelEditorProps {
  label: string;
  value: EditedModel | null;
  /** Label of the choice without a model. */
  none: string;
  onChange(value: EditedModel | null): void;
}

const providerChoices = () =>
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

const isReference = (value: EditedModel | null): value is ModelReference => value?.provider === 'connection';

/** A model of a connection, or one with its own provider, name, URL and API key; with a connection test. */
export const ModelEditor = ({ label, value: chosen, none, onChange }: ModelEditorProps) => {
  const { connections, isLoaded } = useModelConnections();
  const reference = isReference(chosen) ? chosen : undefined;
  const value = isReference(chosen) ? null : chosen;
  const isMissing = reference !== undefined && isLoaded && !hasModel(connections, reference);
  const merge = (part: Partial<ModelConfig>): void => {
    if (value) onChange({ ...value, ...part });
  };
  const address = value ? providerRow(value.provider).address : undefined;
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <NativeSelect
          label={t('agentSettings.model.title')}
          data={[
            { value: '', label: none },
            ...(reference && !hasModel(connections, reference)
              ? [{ value: referenceValue(reference), label: reference.name }]
              : []),
            ...connectionChoices(connections),
            { group: t('agentSettings.model.own'), items: providerChoices() },
          ]}
          value={reference ? referenceValue(reference) : (value?.provider ?? '')}
          onChange={(event) => {
            const choice = event.currentTarget.value;
            onChange(choice === '' ? null : (parseReference(choice) ?? startOf(choice as Provider)));
          }}
        />
        {isMissing && (
          <Alert color="red" role="alert">
            {t('agentSettings.model.missing', { name: reference.name })}
          </Alert>
        )}
        {reference && !isMissing && <ModelTest model={reference} />}
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
