import { Alert, Button, Stack, Tabs, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import type { OpenInvitation } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
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
        <TextInput label="E-mail" value={invitation.email} autoComplete="username" readOnly />
        <TextInput
          label="Your name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          required
        />
        <NewPasswordInput value={password} onChange={setPassword} />
        <Button type="submit" loading={register.isPending}>
          Create account and join
        </Button>
        <JoinWithProvider token={token} />
      </Stack>
    </form>
  );
};

/** Whether the address has an account is not told: the person knows. */
export const JoinAsStranger = ({ onSignedIn, ...join }: JoinProps & { onSignedIn(): void }) => (
  <Tabs defaultValue="new" keepMounted={false}>
    <Tabs.List grow mb="md">
      <Tabs.Tab value="new">Create an account</Tabs.Tab>
      <Tabs.Tab value="known">I have an account</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="new">
      <CreateAccount {...join} />
    </Tabs.Panel>
    <Tabs.Panel value="known">
      <SignInForm
        invitation={join.token}
        note={`Sign in as ${join.invitation.email}, then confirm that you want to join.`}
        onSignedIn={() => {
          signedInHint.write(true);
          onSignedIn();
        }}
      />
    </Tabs.Panel>
  </Tabs>
);
