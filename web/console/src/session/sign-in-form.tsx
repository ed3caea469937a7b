import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import type { SecondFactorMethod } from '../api/derived-types.ts';
import type { Session } from '../api/generated.ts';
import { OtherMethods } from './other-methods.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { signInProblem } from './sign-in-return.ts';
import { useStep } from './use-step.ts';

interface SignInFormProps {
  note?: string;
  /** Token of an invitation that single sign-on accepts on the way. */
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

const CredentialFields = ({ byToken, email, secret, onEmail, onSecret }: CredentialFieldsProps) =>
  byToken ? (
    <PasswordInput
      label="Operator token"
      description="The first start of the service prints one. To create another, run: npx frontdesk token create --name rescue"
      value={secret}
      onChange={(event) => onSecret(event.currentTarget.value)}
      autoComplete="off"
      required
      data-autofocus
    />
  ) : (
    <>
      <TextInput
        label="E-mail"
        type="email"
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        autoComplete="username"
        required
        data-autofocus
      />
      <PasswordInput
        label="Password"
        value={secret}
        onChange={(event) => onSecret(event.currentTarget.value)}
        autoComplete="current-password"
        required
      />
    </>
  );

/** By e-mail and password with a second step, passkey, single sign-on, or an operator token. */
export const SignInForm = ({ note, invitation, onSignedIn }: SignInFormProps) => {
  const [byToken, setByToken] = useState(false);
  const [email, setEmail] = useState('');
  const [secret, setSecret] = useState('');
  const [methods, setMethods] = useState<SecondFactorMethod[]>();
  const { failure = signInProblem, isBusy, run, setFailure } = useStep();

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
          Sign in
        </Button>
        <OtherMethods invitation={invitation} isBusy={isBusy} run={run} onSignedIn={onSignedIn} />
        <Anchor component="button" type="button" size="sm" onClick={change} ta="center">
          {byToken ? 'Sign in with e-mail and password' : 'Sign in with an operator token'}
        </Anchor>
      </Stack>
    </form>
  );
};
