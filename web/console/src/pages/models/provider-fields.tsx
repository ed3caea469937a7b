import { Checkbox, NativeSelect, PasswordInput } from '@mantine/core';
import {
  providerAddress,
  type RemoteProvider,
  remoteProviders,
} from '../../../../../src/models/provider-table.ts';
import { LimitedInput } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { baseUrlOf, type ConnectionDraft } from './connection-draft.ts';

const ownServerExample = 'http://127.0.0.1:11434/v1';

interface ProviderFieldsProps {
  draft: ConnectionDraft;
  /** The mask of the stored key. */
  storedKey?: string | null;
  onChange(part: Partial<ConnectionDraft>): void;
}

/** Provider, base URL and API key of a connection. */
export const ProviderFields = ({ draft, storedKey, onChange }: ProviderFieldsProps) => {
  const { provider, baseUrl, apiKey, removesKey } = draft;
  const isRequired = providerAddress(provider).isRequired;
  return (
    <>
      <NativeSelect
        label={t('agentSettings.model.provider')}
        data={remoteProviders.map((value) => ({
          value,
          label: t('agentSettings.model.provider.name', { provider: value }),
        }))}
        value={provider}
        onChange={(event) => {
          const chosen = event.currentTarget.value as RemoteProvider;
          onChange({ provider: chosen, baseUrl: baseUrlOf(chosen) });
        }}
      />
      <LimitedInput
        label={t('agentSettings.model.baseUrl')}
        description={
          isRequired
            ? t('agentSettings.model.baseUrlRequired', {
                example: baseUrlOf(provider),
                ownExample: ownServerExample,
              })
            : t('agentSettings.model.baseUrlOptional')
        }
        type="url"
        limit={2000}
        value={baseUrl}
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
        required={isRequired}
      />
      <PasswordInput
        label={t('agentSettings.model.apiKey')}
        description={
          storedKey && !removesKey
            ? t('models.connections.keepKey', { key: storedKey })
            : t('models.connections.keyHint')
        }
        value={apiKey}
        onChange={(event) => onChange({ apiKey: event.currentTarget.value })}
        autoComplete="off"
        disabled={removesKey}
      />
      {storedKey && (
        <Checkbox
          label={t('models.connections.removeKey')}
          description={t('models.connections.removeKeyHint')}
          checked={removesKey}
          onChange={(event) => onChange({ removesKey: event.currentTarget.checked, apiKey: '' })}
        />
      )}
    </>
  );
};
