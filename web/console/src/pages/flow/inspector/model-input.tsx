import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { isRemoteProvider, type Provider, providers } from '../../../../../../src/models/provider-table.ts';
import { connectionChoices, hasModel, parseReference, referenceValue } from '../../../lib/model-choices.ts';
import { t } from '../../../messages/translate.ts';
import { useModelConnections } from '../../../session/use-model-connections.ts';
import type { ComponentModel } from '../graph/flow-types.ts';

interface ModelInputProps {
  label: string;
  value: ComponentModel | null;
  onChange(value: ComponentModel | null): void;
}

const ownChoices = () => ({
  group: t('agentSettings.model.own'),
  items: providers.map((provider) => ({ value: provider, label: t('flow.model.provider', { provider }) })),
});

const startOf = (provider: Provider): ComponentModel =>
  isRemoteProvider(provider) ? { provider, name: '' } : { provider };

/** The model of one component: of a connection, or with the API key of the agent's model at the same URL. */
export const ModelInput = ({ label, value: chosen, onChange }: ModelInputProps) => {
  const { connections, isLoaded } = useModelConnections();
  const reference = chosen?.provider === 'connection' ? chosen : undefined;
  const value = chosen?.provider === 'connection' ? null : chosen;
  const isUnknown = reference !== undefined && !hasModel(connections, reference);
  return (
    <Stack gap={8}>
      <NativeSelect
        label={label}
        data={[
          { value: '', label: t('flow.model.ofAgent') },
          ...(isUnknown ? [{ value: referenceValue(reference), label: reference.name }] : []),
          ...connectionChoices(connections),
          ownChoices(),
        ]}
        value={reference ? referenceValue(reference) : (value?.provider ?? '')}
        error={isUnknown && isLoaded ? t('agentSettings.model.missing', { name: reference.name }) : undefined}
        onChange={(event) => {
          const choice = event.currentTarget.value;
          onChange(choice === '' ? null : (parseReference(choice) ?? startOf(choice as Provider)));
        }}
      />
      {value && 'name' in value && (
        <>
          <TextInput
            label={t('flow.model.name')}
            value={value.name ?? ''}
            onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
            required
          />
          <TextInput
            label={t('flow.model.baseUrl')}
            description={t('flow.model.baseUrlHint')}
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
};
