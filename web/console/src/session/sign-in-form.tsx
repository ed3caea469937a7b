import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { messageOf } from '../api/api-error.ts';
import type { Session } from '../api/types/session.ts';

interface SignInFormProps {
  note?: string;
  onSignedIn(session: Session): void;
}

const signIn = async (credentials: object): Promise<Session> =>
  (await api.post<{ session: Session }>('/session', credentials)).session;

/** By e-mail and password, or by an operator token as the first start prints one. */
export const SignInForm = ({ note, onSignedIn }: SignInFormProps) => {
  const [byToken, setByToken] = useState(false);
  const [email, setEmail] = useState('');
  const [secret, setSecret] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    try {
      onSignedIn(await signIn(byToken ? { token: secret.trim() } : { email, password: secret }));
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const change = (): void => {
    setByToken(!byToken);
    setSecret('');
    setFailure(undefined);
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        {note && <Text size="sm">{note}</Text>}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {byToken ? (
          <PasswordInput
            label="Operator token"
            description="The service prints one when it starts for the first time; `frontdesk token create` makes another."
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
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
              onChange={(event) => setEmail(event.currentTarget.value)}
              autoComplete="username"
              required
              data-autofocus
            />
            <PasswordInput
              label="Password"
              value={secret}
              onChange={(event) => setSecret(event.currentTarget.value)}
              autoComplete="current-password"
              required
            />
          </>
        )}
        <Button type="submit" loading={isBusy}>
          Sign in
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={change} ta="center">
          {byToken ? 'Sign in with e-mail and password' : 'Sign in with an operator token'}
        </Anchor>
      </Stack>
    </form>
  );
};
