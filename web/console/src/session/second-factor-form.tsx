import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import type { SecondFactorMethod } from '../api/derived-types.ts';
import type { Session } from '../api/generated.ts';
import { type LabelKey, t } from '../messages/translate.ts';
import { FactorField, factorBody } from './factor-fields.tsx';
import { askForPasskey } from './passkeys.ts';
import { useStep } from './use-step.ts';

interface SecondFactorFormProps {
  methods: SecondFactorMethod[];
  onSignedIn(session: Session): void;
  onCancel(): void;
}

const linkLabels: Record<SecondFactorMethod, LabelKey> = {
  code: 'session.use.code',
  passkey: 'session.use.passkey',
  'recovery-code': 'session.use.recoveryCode',
};

/** Second step of the sign-in: a code, a passkey or a recovery code. */
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
        <Text size="sm">{t('session.secondFactor.text')}</Text>
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
          {kind === 'passkey' ? t('session.use.passkey') : t('session.signIn.action')}
        </Button>
        {methods
          .filter((method) => method !== kind)
          .map((method) => (
            <Anchor key={method} component="button" type="button" size="sm" onClick={() => change(method)}>
              {t(linkLabels[method])}
            </Anchor>
          ))}
        <Anchor component="button" type="button" size="sm" onClick={onCancel}>
          {t('session.secondFactor.back')}
        </Anchor>
      </Stack>
    </form>
  );
};
