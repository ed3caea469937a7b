import { Button, Group, Switch } from '@mantine/core';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { SecretInput } from '../../../components/secret-input.tsx';
import { t } from '../../../messages/translate.ts';
import { makeSecret } from '../make-secret.ts';
import { useSetting } from '../settings-form.tsx';
import { HashSamples } from './hash-samples.tsx';
import { IdentityGrace } from './identity-grace.tsx';

export const IdentitySection = () => {
  const { value, merge } = useSetting('channels');
  return (
    <FormSection
      title={t('agentSettings.identity.title')}
      description={t('agentSettings.identity.description')}
    >
      <Group align="flex-end" gap="xs">
        <div style={{ flex: 1 }}>
          <SecretInput
            label={t('agentSettings.identity.secret')}
            description={t('agentSettings.identity.secretHint')}
            value={value.identitySecret ?? ''}
            onChange={(secret) => merge({ identitySecret: secret || null })}
          />
        </div>
        {value.identitySecret && !value.identitySecret.startsWith('••••') && (
          <CopyIcon value={value.identitySecret} label={t('agentSettings.identity.copy')} />
        )}
        <Button variant="default" onClick={() => merge({ identitySecret: makeSecret() })}>
          {t('agentSettings.identity.generate')}
        </Button>
      </Group>
      <IdentityGrace />
      <HashSamples />
      <Switch
        label={t('agentSettings.identity.require')}
        description={t('agentSettings.identity.requireHint')}
        checked={value.requireUserHash}
        onChange={(event) => merge({ requireUserHash: event.currentTarget.checked })}
      />
      <Switch
        label={t('agentSettings.identity.legacy')}
        description={t('agentSettings.identity.legacyHint')}
        checked={value.acceptLegacyUserHash}
        onChange={(event) => merge({ acceptLegacyUserHash: event.currentTarget.checked })}
      />
    </FormSection>
  );
};
