import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { AccountSecurity } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { signInOutcome, signInProblem } from '../../session/sign-in-return.ts';
import { leaveForProvider } from '../../session/single-sign-on.ts';
import { useConfirmed } from '../../session/use-confirmed.tsx';

interface SingleSignOnSectionProps {
  security: AccountSecurity;
  /** What the provider is called. */
  name: string;
}

export const SingleSignOnSection = ({ security, name }: SingleSignOnSectionProps) => {
  const [isRemoving, setIsRemoving] = useState(false);
  const { confirmed, dialog } = useConfirmed();
  const connect = useChange(() => confirmed(() => leaveForProvider('connect', { next: '/account' })));
  const [identity] = security.identities;
  return (
    <>
      {dialog}
      {signInProblem && (
        <Alert color="red" role="alert">
          {signInProblem}
        </Alert>
      )}
      {signInOutcome === 'connected' && identity && (
        <Alert color="teal" role="status">
          Your account is connected. From now on {name} signs you in.
        </Alert>
      )}
      {identity ? (
        <Group justify="space-between">
          <Stack gap={0}>
            <Text size="sm" fw={550}>
              Connected as {identity.email}
            </Text>
            <Text size="xs" c="dimmed">
              Since <TimeText time={identity.createdAt} size="xs" />, last used{' '}
              <TimeText time={identity.lastUsedAt} size="xs" />
            </Text>
          </Stack>
          <Button variant="default" onClick={() => setIsRemoving(true)}>
            Disconnect
          </Button>
        </Group>
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconLogin2 size={18} aria-hidden />}
            loading={connect.isPending}
            onClick={() => connect.mutate(undefined)}
          >
            Connect {name}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={`Disconnect ${name}?`}
        action="Disconnect"
        onConfirm={async () => {
          await confirmed(() => api.remove('/account/identity'));
          await forget('/account/security', '/sessions');
        }}
      >
        It no longer signs you in, and your other sessions end.
      </ConfirmDialog>
    </>
  );
};
