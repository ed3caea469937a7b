import { Center, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { t } from '../../messages/translate.ts';

export interface NewCodeApp {
  secret: string;
  uri: string;
}

interface SetUpCodeAppProps {
  app: NewCodeApp;
  onDone(recoveryCodes: string[] | null): void;
  onClose(): void;
}

/** Shows the secret for the authenticator app and asks for a first code. */
export const SetUpCodeApp = ({ app, onDone, onClose }: SetUpCodeAppProps) => {
  const [code, setCode] = useState('');
  const confirm = useChange(() => api.post('/account/code-app/confirmation', { code }), {
    changes: ['/account/security', '/sessions', '/session'],
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    quiet: true,
  });
  return (
    <FormDialog
      title={t('account.app.setUpTitle')}
      action={t('account.app.turnOn')}
      change={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{t('account.app.scan')}</Text>
        <Center>
          <QrCode text={app.uri} label={t('account.app.qrCode')} />
        </Center>
        <CopyField label={t('account.app.key')} value={app.secret} />
        <TextInput
          label={t('account.app.enterCode')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          required
          data-autofocus
        />
      </Stack>
    </FormDialog>
  );
};
