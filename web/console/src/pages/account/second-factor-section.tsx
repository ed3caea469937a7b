import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { AccountSecurity } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { useConfirmed } from '../../session/use-confirmed.tsx';
import { RecoveryCodesOnce } from './recovery-codes-once.tsx';
import { type NewCodeApp, SetUpCodeApp } from './set-up-code-app.tsx';

const changedPaths = ['/account/security', '/sessions', '/session'];
/** The service creates this many at once. */
const recoveryCodeCount = 10;

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
    changes: changedPaths,
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const { codeAppSince, passkeys, recoveryCodesLeft } = security;
  const isOn = codeAppSince !== null || passkeys.length > 0;
  return (
    <>
      {dialog}
      <Group justify="space-between">
        <div>
          <Text fw={550}>{t('account.app.name')}</Text>
          {codeAppSince ? (
            <Text size="sm" c="dimmed">
              {rich('account.app.since', { time: <TimeText time={codeAppSince} /> })}
            </Text>
          ) : (
            <Text size="sm" c="dimmed">
              {t('account.app.hint')}
            </Text>
          )}
        </div>
        {codeAppSince ? (
          <Group gap="xs">
            <StatusBadge tone="good">{t('account.app.on')}</StatusBadge>
            <Button variant="default" onClick={() => setIsRemoving(true)}>
              {t('account.app.remove')}
            </Button>
          </Group>
        ) : (
          <Button onClick={() => begin.mutate(undefined)} loading={begin.isPending}>
            {t('account.app.setUp')}
          </Button>
        )}
      </Group>
      {isOn && (
        <Group justify="space-between">
          <div>
            <Text fw={550}>{t('account.codes.name')}</Text>
            <Text size="sm" c={recoveryCodesLeft < 3 ? 'red' : 'dimmed'}>
              {t('account.codes.left', { left: recoveryCodesLeft, total: recoveryCodeCount })}
            </Text>
          </div>
          <Button variant="default" onClick={() => renew.mutate(undefined)} loading={renew.isPending}>
            {t('account.codes.renew')}
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
        title={t('account.app.removeTitle')}
        action={t('common.remove')}
        onConfirm={async () => {
          await confirmed(() => api.remove('/account/code-app'));
          await forget(...changedPaths);
        }}
      >
        {passkeys.length === 0 ? t('account.app.removeLastText') : t('account.app.removeText')}
      </ConfirmDialog>
    </>
  );
};
