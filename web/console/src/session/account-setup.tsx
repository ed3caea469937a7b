import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { messageOf } from '../api/api-error.ts';
import { path } from '../api/path.ts';
import type { Paged } from '../api/types/paged.ts';
import type { Operator, Session } from '../api/types/session.ts';

/** As the service asks for. */
const shortestPassword = 10;

/** A token signs in before there is any person: the first start. */
export const needsAccount = async (session: Session): Promise<boolean> => {
  const [workspace] = session.workspaces;
  if (session.kind !== 'token' || !workspace) return false;
  const { total } = await api.get<Paged<Operator>>(path`/workspaces/${workspace.id}/operators`, {
    query: { pageSize: 1 },
  });
  return total === 0;
};

interface Account {
  email: string;
  name: string;
  password: string;
}

const makeAccount = async (session: Session, { email, name, password }: Account): Promise<Session> => {
  const [first, ...others] = session.workspaces;
  await api.post(path`/workspaces/${first!.id}/operators`, { email, name, password, role: 'owner' });
  for (const { id } of others) await api.post(path`/workspaces/${id}/operators`, { email, role: 'owner' });
  await api.remove('/session');
  return (await api.post<{ session: Session }>('/session', { email, password })).session;
};

interface AccountSetupProps {
  session: Session;
  onDone(session: Session): void;
}

export const AccountSetup = ({ session, onDone }: AccountSetupProps) => {
  const [account, setAccount] = useState<Account>({ email: '', name: '', password: '' });
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = (name: keyof Account) => ({
    value: account[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setAccount((before) => ({ ...before, [name]: value }));
    },
    required: true,
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    try {
      onDone(await makeAccount(session, account));
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput label="Your name" autoComplete="name" maxLength={100} {...field('name')} />
        <TextInput label="E-mail" type="email" autoComplete="username" {...field('email')} />
        <PasswordInput
          label="Password"
          description={`At least ${shortestPassword} characters`}
          minLength={shortestPassword}
          autoComplete="new-password"
          {...field('password')}
        />
        <Button type="submit" loading={isBusy}>
          Create account
        </Button>
        <Button variant="subtle" color="gray" onClick={() => onDone(session)}>
          Later, go on with the token
        </Button>
      </Stack>
    </form>
  );
};
