import { Center, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { QrCode } from './qr-code.tsx';

export interface NewCodeApp {
  secret: string;
  uri: string;
}

interface SetUpCodeAppProps {
  app: NewCodeApp;
  onDone(recoveryCodes: string[] | null): void;
  onClose(): void;
}

/** The secret goes into the app, a first code of it comes back. */
export const SetUpCodeApp = ({ app, onDone, onClose }: SetUpCodeAppProps) => {
  const [code, setCode] = useState('');
  const confirm = useChange(() => api.post('/account/code-app/confirmation', { code }), {
    changes: ['/account/security', '/sessions', '/session'],
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    quiet: true,
  });
  return (
    <FormDialog title="Set up an authenticator app" action="Turn on" change={confirm} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          1. Scan this code with an authenticator app, such as the one of your password manager, or enter the
          key by hand.
        </Text>
        <Center>
          <QrCode text={app.uri} label="QR code with the key for your authenticator app" />
        </Center>
        <CopyField label="Key" value={app.secret} />
        <TextInput
          label="2. Enter the code that the app shows"
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
