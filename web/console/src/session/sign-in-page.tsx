import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import type { Session } from '../api/types/session.ts';
import { Mark } from '../shell/mark.tsx';
import { AccountSetup, needsAccount } from './account-setup.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The way in; after the first start it also makes the person an account of their own. */
const SignInPage = ({ onSignedIn }: { onSignedIn(session: Session): void }) => {
  useDocumentTitle('Sign in · Frontdesk');
  const [newcomer, setNewcomer] = useState<Session>();
  const enter = async (session: Session): Promise<void> => {
    if (await needsAccount(session)) setNewcomer(session);
    else onSignedIn(session);
  };
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper shadow="sm" p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <Stack gap={6} align="center">
            <Mark size={40} />
            <Title order={1}>{newcomer ? 'Welcome to Frontdesk' : 'Sign in to Frontdesk'}</Title>
            <Text c="dimmed" size="sm" ta="center">
              {newcomer
                ? 'You came in with the operator token. Make yourself an account, so that it can stay in a safe place.'
                : 'The console for the people who look after agents.'}
            </Text>
          </Stack>
          {newcomer ? (
            <AccountSetup session={newcomer} onDone={onSignedIn} />
          ) : (
            <SignInForm onSignedIn={enter} />
          )}
        </Stack>
      </Paper>
    </Center>
  );
};

export default SignInPage;
