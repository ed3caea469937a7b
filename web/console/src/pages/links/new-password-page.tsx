import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/api-error.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../messages/translate.ts';
import { EntryCard } from '../../session/entry-card.tsx';
import { NewPasswordInput } from '../../session/new-password-input.tsx';
import { useLinkToken } from './use-link-token.ts';

/** The page that a password reset link opens. */
const NewPasswordPage = () => {
  const token = useLinkToken();
  const [password, setPassword] = useState('');
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => api.post('/password-resets/open', { token: token || '-' }),
    retry: false,
  });
  const change = useChange(() => api.post('/password-resets', { token, password }), { quiet: true });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(undefined);
  };
  const failure = link.error ?? change.error;
  return (
    <EntryCard
      title={t('links.newPassword.title')}
      {...(link.data ? { description: t('links.newPassword.for', { email: link.data.email }) } : {})}
    >
      {failure && (
        <Alert color="red" role="alert">
          {messageOf(failure)}
        </Alert>
      )}
      {change.isSuccess && (
        <Stack>
          <Text role="status">{t('links.newPassword.done')}</Text>
          <Anchor href="/console/">{t('links.newPassword.signIn')}</Anchor>
        </Stack>
      )}
      {link.data && !change.isSuccess && (
        <form onSubmit={submit}>
          <Stack>
            <input type="text" autoComplete="username" value={link.data.email} readOnly hidden />
            <NewPasswordInput label={t('session.newPassword')} value={password} onChange={setPassword} />
            <Button type="submit" loading={change.isPending}>
              {t('session.setPassword')}
            </Button>
          </Stack>
        </form>
      )}
    </EntryCard>
  );
};

export default NewPasswordPage;
