import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { AccountSecurity } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useConfirmed } from '../../session/use-confirmed.tsx';
import { RecoveryCodesOnce } from './recovery-codes-once.tsx';
import { type NewCodeApp, SetUpCodeApp } from './set-up-code-app.tsx';

const touched = ['/account/security', '/sessions', '/session'];

/** The authenticator app and the recovery codes. */
export const SecondFactorSection = ({ security }: { security: AccountSecurity }) => {
  const [app, setApp] = useState<NewCodeApp>();
  const [codes, setCodes] = useState<string[]>();
  const [isRemoving, setIsRemoving] = useState(false);
  const { confirmed, dialog } = useConfirmed();
  const begin = useChange(() => confirmed(() => api.post('/account/code-app')), {
    onDone: setApp,
  });
  const renew = useChange(() => confirmed(() => api.post('/account/recovery-codes')), {
    changes: touched,
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const { codeAppSince, passkeys, recoveryCodesLeft } = security;
  const isOn = codeAppSince !== null || passkeys.length > 0;
  return (
    <>
      {dialog}
      <Group justify="space-between">
        <div>
          <Text fw={550}>Authenticator app</Text>
          {codeAppSince ? (
            <Text size="sm" c="dimmed">
              Set up <TimeText time={codeAppSince} />
            </Text>
          ) : (
            <Text size="sm" c="dimmed">
              After the password you enter a code that an app on your phone shows.
            </Text>
          )}
        </div>
        {codeAppSince ? (
          <Group gap="xs">
            <StatusBadge tone="good">on</StatusBadge>
            <Button variant="default" onClick={() => setIsRemoving(true)}>
              Remove the app
            </Button>
          </Group>
        ) : (
          <Button onClick={() => begin.mutate(undefined)} loading={begin.isPending}>
            Set up an app
          </Button>
        )}
      </Group>
      {isOn && (
        <Group justify="space-between">
          <div>
            <Text fw={550}>Recovery codes</Text>
            <Text size="sm" c={recoveryCodesLeft < 3 ? 'red' : 'dimmed'}>
              {recoveryCodesLeft} of 10 left
            </Text>
          </div>
          <Button variant="default" onClick={() => renew.mutate(undefined)} loading={renew.isPending}>
            Make new codes
          </Button>
        </Group>
      )}
      {app && (
        <SetUpCodeApp
          app={app}
          onClose={() => setApp(undefined)}
          onDone={(recoveryCodes) => {
            setApp(undefined);
            setCodes(recoveryCodes ?? undefined);
          }}
        />
      )}
      <RecoveryCodesOnce codes={codes} onClose={() => setCodes(undefined)} />
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setIsRemoving(false)}
        title="Remove the authenticator app?"
        action="Remove"
        onConfirm={async () => {
          await confirmed(() => api.remove('/account/code-app'));
          await forget(...touched);
        }}
      >
        Its codes no longer work, and your other sessions end.
        {passkeys.length === 0 && ' Your account is then protected by your password alone.'}
      </ConfirmDialog>
    </>
  );
};
