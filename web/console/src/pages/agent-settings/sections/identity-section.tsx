import { Button, Group, Switch } from '@mantine/core';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { SecretInput } from '../../../components/secret-input.tsx';
import { makeSecret } from '../make-secret.ts';
import { useSetting } from '../settings-form.tsx';

export const IdentitySection = () => {
  const { value, merge } = useSetting('channels');
  return (
    <FormSection
      title="Known visitors"
      description="Your page can say who its user is. Signed with the secret, they find their conversations again on every device."
    >
      <Group align="flex-end" gap="xs">
        <div style={{ flex: 1 }}>
          <SecretInput
            label="Identity secret"
            description="Your server signs each user_hash with it. Copy it before you save: it is not shown again"
            value={value.identitySecret ?? ''}
            onChange={(secret) => merge({ identitySecret: secret || null })}
          />
        </div>
        {value.identitySecret && !value.identitySecret.startsWith('••••') && (
          <CopyIcon value={value.identitySecret} label="Copy the identity secret" />
        )}
        <Button variant="default" onClick={() => merge({ identitySecret: makeSecret() })}>
          Make one
        </Button>
      </Group>
      <Switch
        label="Refuse names without proof"
        description="A page that names a user_id must send the user_hash too"
        checked={value.requireUserHash}
        onChange={(event) => merge({ requireUserHash: event.currentTarget.checked })}
      />
      <Switch
        label="Accept the legacy user_hash"
        description="The HMAC-SHA256 of the user_id, which never expires. Switch it off once your server makes hashes that expire (v2)"
        checked={value.acceptLegacyUserHash}
        onChange={(event) => merge({ acceptLegacyUserHash: event.currentTarget.checked })}
      />
    </FormSection>
  );
};
