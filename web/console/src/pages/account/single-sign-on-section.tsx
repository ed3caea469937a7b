import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { AccountSecurity } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { signInOutcome, signInProblem } from '../../session/sign-in-return.ts';
import { leaveForProvider } from '../../session/single-sign-on.ts';
import { useConfirmed } from '../../session/use-confirmed.tsx';

interface SingleSignOnSectionProps {
  security: AccountSecurity;
  /** Name of the identity provider. */
  name: string;
}

export const SingleSignOnSection = ({ security, name }: SingleSignOnSectionProps) => {
  const [isRemoving, setIsRemoving] = useState(false);
  const { confirmed, dialog } = useConfirmed();
  const connect = useChange(() => confirmed(() => leaveForProvider('connect', { next: '/account' })));
  const [identity] = security.identities;
  const problem = signInProblem();
  return (
    <>
      {dialog}
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {signInOutcome === 'connected' && identity && (
        <Alert color="teal" role="status">
          {t('account.sso.connected', { name })}
        </Alert>
      )}
      {identity ? (
        <Group justify="space-between">
          <Stack gap={0}>
            <Text size="sm" fw={550}>
              {t('account.sso.connectedAs', { email: identity.email })}
            </Text>
            <Text size="xs" c="dimmed">
              {rich('account.sso.used', {
                since: <TimeText time={identity.createdAt} size="xs" />,
                used: <TimeText time={identity.lastUsedAt} size="xs" />,
              })}
            </Text>
          </Stack>
          <Button variant="default" onClick={() => setIsRemoving(true)}>
            {t('account.sso.disconnect')}
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
            {t('account.sso.connect', { name })}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t('account.sso.disconnectTitle', { name })}
        action={t('account.sso.disconnect')}
        onConfirm={async () => {
          await confirmed(() => api.remove('/account/identity'));
          await forget('/account/security', '/sessions');
        }}
      >
        {t('account.sso.disconnectText')}
      </ConfirmDialog>
    </>
  );
};
