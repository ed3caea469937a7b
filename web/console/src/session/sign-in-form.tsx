import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import type { SecondFactorMethod } from '../api/derived-types.ts';
import type { Session } from '../api/generated.ts';
import { t } from '../messages/translate.ts';
import { OtherMethods } from './other-methods.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { signInProblem } from './sign-in-return.ts';
import { useStep } from './use-step.ts';

interface SignInFormProps {
  note?: string;
  /** Token of an invitation that is accepted with the sign-in. */
  invitation?: string;
  onSignedIn(session: Session): void;
}

interface CredentialFieldsProps {
  byToken: boolean;
  email: string;
  secret: string;
  onEmail(email: string): void;
  onSecret(secret: string): void;
}

const createTokenCommand = 'npx frontdesk token create --name rescue';

const CredentialFields = ({ byToken, email, secret, onEmail, onSecret }: CredentialFieldsProps) =>
  byToken ? (
    <PasswordInput
      label={t('session.signIn.token')}
      description={t('session.signIn.tokenHint', { command: createTokenCommand })}
      value={secret}
      onChange={(event) => onSecret(event.currentTarget.value)}
      autoComplete="off"
      required
      data-autofocus
    />
  ) : (
    <>
      <TextInput
        label={t('common.email')}
        type="email"
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        autoComplete="username"
        required
        data-autofocus
      />
      <PasswordInput
        label={t('session.password')}
        value={secret}
        onChange={(event) => onSecret(event.currentTarget.value)}
        autoComplete="current-password"
        required
      />
    </>
  );

/** Sign-in with e-mail and password (and second factor), passkey, single sign-on or operator token. */
export const SignInForm = ({ note, invitation, onSignedIn }: SignInFormProps) => {
  const [byToken, setByToken] = useState(false);
  const [email, setEmail] = useState('');
  const [secret, setSecret] = useState('');
  const [methods, setMethods] = useState<SecondFactorMethod[]>();
  const { failure = signInProblem(), isBusy, run, setFailure } = useStep();

  const signIn = async (): Promise<void> => {
    const credentials = byToken ? { token: secret.trim() } : { email, password: secret };
    const answer = await api.post('/session', credentials);
    if (answer.session) onSignedIn(answer.session);
    else setMethods(answer.secondFactor.methods);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(signIn);
  };
  const change = (): void => {
    setByToken(!byToken);
    setSecret('');
    setFailure(undefined);
  };
  const restart = (): void => {
    setMethods(undefined);
    setSecret('');
  };

  if (methods) return <SecondFactorForm methods={methods} onSignedIn={onSignedIn} onCancel={restart} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        {note && <Text size="sm">{note}</Text>}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <CredentialFields {...{ byToken, email, secret }} onEmail={setEmail} onSecret={setSecret} />
        <Button type="submit" loading={isBusy}>
          {t('session.signIn.action')}
        </Button>
        <OtherMethods invitation={invitation} isBusy={isBusy} run={run} onSignedIn={onSignedIn} />
        <Anchor component="button" type="button" size="sm" onClick={change} ta="center">
          {byToken ? t('session.signIn.withPassword') : t('session.signIn.withToken')}
        </Anchor>
      </Stack>
    </form>
  );
};
