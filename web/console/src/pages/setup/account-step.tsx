import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/api-error.ts';
import type { Session } from '../../api/generated.ts';
import { LimitedInput } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { NewPasswordInput } from '../../session/new-password-input.tsx';

/** After the first start nobody has an account yet: an operator token of the installation signs in. */
export const needsAccount = async (session: Session): Promise<boolean> => {
  const [workspace] = session.workspaces;
  if (!session.isInstallationOwner || !workspace) return false;
  const path = address('/workspaces/{workspaceId}/operators', { workspaceId: workspace.id });
  const { total } = await api.get(path, { query: { pageSize: 1 } });
  return total === 0;
};

interface Account {
  email: string;
  name: string;
  password: string;
}

/** Resolves with a session of the new account. The token of the first start stops working. */
const createAccount = async (account: Account): Promise<Session> =>
  (await api.post('/account-setup', account)).session;

interface AccountStepProps {
  session: Session;
  onDone(session: Session): void;
}

export const AccountStep = ({ session, onDone }: AccountStepProps) => {
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
      const made = await createAccount(account);
      notifications.show({
        color: 'teal',
        autoClose: 10_000,
        title: t('setup.account.done'),
        message: session.name === 'preset' ? t('setup.account.presetToken') : t('setup.account.firstToken'),
      });
      onDone(made);
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
        <LimitedInput label={t('session.yourName')} autoComplete="name" limit={100} {...field('name')} />
        <TextInput label={t('common.email')} type="email" autoComplete="username" {...field('email')} />
        <NewPasswordInput
          value={account.password}
          onChange={(password) => setAccount((before) => ({ ...before, password }))}
        />
        <Button type="submit" loading={isBusy}>
          {t('setup.account.create')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => onDone(session)}>
          {t('setup.account.skip')}
        </Button>
      </Stack>
    </form>
  );
};
