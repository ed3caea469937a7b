import { Button, Group, NumberInput, Switch } from '@mantine/core';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { SecretInput } from '../../../components/secret-input.tsx';
import { makeSecret } from '../make-secret.ts';
import { numberOrNull } from '../number-or-null.ts';
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
      <Group grow preventGrowOverflow={false} align="flex-start">
        <NumberInput
          label="Messages a minute, by visitor"
          min={1}
          max={10_000}
          value={value.messagesPerMinute}
          onChange={(limit) => merge({ messagesPerMinute: numberOrNull(limit) ?? 1 })}
        />
        <NumberInput
          label="Pages opened a minute, by address"
          min={1}
          max={1_000_000}
          value={value.sessionsPerMinutePerAddress}
          onChange={(limit) => merge({ sessionsPerMinutePerAddress: numberOrNull(limit) ?? 1 })}
        />
      </Group>
    </FormSection>
  );
};
