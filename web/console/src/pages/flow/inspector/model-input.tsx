import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { isRemoteProvider, type Provider, providers } from '../../../../../../src/models/provider-table.ts';
import { t } from '../../../messages/translate.ts';
import type { ComponentModel } from '../graph/flow-types.ts';

interface ModelInputProps {
  label: string;
  value: ComponentModel | null;
  onChange(value: ComponentModel | null): void;
}

const choices = () => [
  { value: '', label: t('flow.model.ofAgent') },
  ...providers.map((provider) => ({ value: provider, label: t('flow.model.provider', { provider }) })),
];

const startOf = (provider: Provider): ComponentModel =>
  isRemoteProvider(provider) ? { provider, name: '' } : { provider };

/** The model of one component. Its API key is that of the agent's model at the same URL. */
export const ModelInput = ({ label, value, onChange }: ModelInputProps) => (
  <Stack gap={8}>
    <NativeSelect
      label={label}
      data={choices()}
      value={value?.provider ?? ''}
      onChange={(event) => {
        const provider = event.currentTarget.value as Provider | '';
        onChange(provider === '' ? null : startOf(provider));
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
