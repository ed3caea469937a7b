import { Alert, Anchor, Button, Code, List, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import type { Session } from '../../api/generated.ts';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { useStep } from '../../session/use-step.ts';
import { AccountStep, needsAccount } from './account-step.tsx';
import { SetupCard } from './setup-card.tsx';

const createTokenCommand = 'npx frontdesk token create --name setup --expires 1d';
const tokenVariable = 'FRONTDESK_ADMIN_TOKEN';

const WhereIsTheToken = () => (
  <Stack gap={6}>
    <Text size="sm" fw={550}>
      {t('setup.token.where')}
    </Text>
    <List size="sm" spacing={4}>
      <List.Item>{t('setup.token.printed')}</List.Item>
      <List.Item>{rich('setup.token.preset', { name: <Code>{tokenVariable}</Code> })}</List.Item>
      <List.Item>{rich('setup.token.command', { command: <Code>{createTokenCommand}</Code> })}</List.Item>
    </List>
  </Stack>
);

interface SetupStartProps {
  onSignedIn(session: Session): void;
  /** Shows the sign-in form instead. */
  onSkip(): void;
}

/** The first two steps of the setup: the operator token, then the first account. */
const SetupStart = ({ onSignedIn, onSkip }: SetupStartProps) => {
  const [token, setToken] = useState('');
  const [newcomer, setNewcomer] = useState<Session>();
  const { failure, isBusy, run } = useStep();
  const enter = async (): Promise<void> => {
    const { session } = await api.post('/session', { token: token.trim() });
    if (!session) return;
    if (await needsAccount(session)) setNewcomer(session);
    else onSignedIn(session);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(enter);
  };
  if (newcomer)
    return (
      <SetupCard step="account">
        <AccountStep session={newcomer} onDone={onSignedIn} />
      </SetupCard>
    );
  return (
    <SetupCard step="token">
      <form onSubmit={submit}>
        <Stack>
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <PasswordInput
            label={t('session.signIn.token')}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            autoComplete="off"
            required
            data-autofocus
          />
          <WhereIsTheToken />
          <Button type="submit" loading={isBusy}>
            {t('setup.continue')}
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={onSkip} ta="center">
            {t('setup.toSignIn')}
          </Anchor>
        </Stack>
      </form>
    </SetupCard>
  );
};

export default SetupStart;
