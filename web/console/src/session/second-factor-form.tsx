import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import type { SecondFactorMethod } from '../api/derived-types.ts';
import type { Session } from '../api/generated.ts';
import { FactorField, factorBody } from './factor-fields.tsx';
import { askForPasskey } from './passkeys.ts';
import { useStep } from './use-step.ts';

interface SecondFactorFormProps {
  methods: SecondFactorMethod[];
  onSignedIn(session: Session): void;
  onCancel(): void;
}

const linkTexts: Record<SecondFactorMethod, string> = {
  code: 'Use the authenticator app',
  passkey: 'Use a passkey',
  'recovery-code': 'Use a recovery code',
};

/** The second step: a code, a passkey or a recovery code. */
export const SecondFactorForm = ({ methods, onSignedIn, onCancel }: SecondFactorFormProps) => {
  const [kind, setKind] = useState<SecondFactorMethod>(methods[0] ?? 'recovery-code');
  const [value, setValue] = useState('');
  const { failure, isBusy, run, setFailure } = useStep();

  const enter = async (): Promise<Session> => {
    if (kind !== 'passkey')
      return (await api.post('/sign-in/second-factor', factorBody(kind, value))).session;
    const purpose = 'second-factor';
    const response = await askForPasskey(await api.post('/sign-in/passkey/options', { purpose }));
    return (await api.post('/sign-in/passkey', { purpose, response })).session;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => onSignedIn(await enter()));
  };
  const change = (next: SecondFactorMethod): void => {
    setKind(next);
    setValue('');
    setFailure(undefined);
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">Your account asks for a second factor.</Text>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {kind !== 'passkey' && <FactorField key={kind} kind={kind} value={value} onChange={setValue} />}
        <Button
          type="submit"
          loading={isBusy}
          leftSection={kind === 'passkey' ? <IconFingerprint size={18} aria-hidden /> : undefined}
          data-autofocus={kind === 'passkey' || undefined}
        >
          {kind === 'passkey' ? 'Use a passkey' : 'Sign in'}
        </Button>
        {methods
          .filter((method) => method !== kind)
          .map((method) => (
            <Anchor key={method} component="button" type="button" size="sm" onClick={() => change(method)}>
              {linkTexts[method]}
            </Anchor>
          ))}
        <Anchor component="button" type="button" size="sm" onClick={onCancel}>
          Back
        </Anchor>
      </Stack>
    </form>
  );
};
