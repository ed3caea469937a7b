import { Alert, Button, Stack, Tabs, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import type { OpenInvitation } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { LimitedInput } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { NewPasswordInput } from '../../session/new-password-input.tsx';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { signedInHint } from '../../session/signed-in-hint.ts';
import { enterConsole } from './enter-console.ts';
import { JoinWithProvider } from './join-with-provider.tsx';

interface JoinProps {
  token: string;
  invitation: OpenInvitation;
}

const CreateAccount = ({ token, invitation }: JoinProps) => {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const register = useChange(() => api.post('/invitations/register', { token, name, password }), {
    onDone: enterConsole,
    quiet: true,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    register.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {register.error && (
          <Alert color="red" role="alert">
            {register.error.message}
          </Alert>
        )}
        <TextInput label={t('common.email')} value={invitation.email} autoComplete="username" readOnly />
        <LimitedInput
          label={t('session.yourName')}
          autoComplete="name"
          limit={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          required
        />
        <NewPasswordInput value={password} onChange={setPassword} />
        <Button type="submit" loading={register.isPending}>
          {t('links.createAndJoin')}
        </Button>
        <JoinWithProvider token={token} />
      </Stack>
    </form>
  );
};

/** For somebody who is not signed in. Does not reveal whether the e-mail address has an account. */
export const JoinSignedOut = ({ onSignedIn, ...join }: JoinProps & { onSignedIn(): void }) => (
  <Tabs defaultValue="new" keepMounted={false}>
    <Tabs.List grow mb="md">
      <Tabs.Tab value="new">{t('links.newAccount')}</Tabs.Tab>
      <Tabs.Tab value="known">{t('links.haveAccount')}</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="new">
      <CreateAccount {...join} />
    </Tabs.Panel>
    <Tabs.Panel value="known">
      <SignInForm
        invitation={join.token}
        note={t('links.signInNote', { email: join.invitation.email })}
        onSignedIn={() => {
          signedInHint.write(true);
          onSignedIn();
        }}
      />
    </Tabs.Panel>
  </Tabs>
);
