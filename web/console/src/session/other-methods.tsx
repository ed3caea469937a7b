import { Button, Divider, Stack } from '@mantine/core';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { api } from '../api/api.ts';
import type { Session } from '../api/generated.ts';
import { t } from '../messages/translate.ts';
import { askForPasskey, passkeyObstacle } from './passkeys.ts';
import { leaveForProvider, placeNow } from './single-sign-on.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';

interface OtherMethodsProps {
  /** Token of an invitation that is accepted with the sign-in. */
  invitation?: string | undefined;
  isBusy: boolean;
  run(work: () => Promise<unknown>): Promise<void>;
  onSignedIn(session: Session): void;
}

const signInWithPasskey = async (): Promise<Session> => {
  const purpose = 'sign-in';
  const response = await askForPasskey(await api.post('/sign-in/passkey/options', { purpose }));
  return (await api.post('/sign-in/passkey', { purpose, response })).session;
};

/** Passkey and single sign-on, if they are available. */
export const OtherMethods = ({ invitation, isBusy, run, onSignedIn }: OtherMethodsProps) => {
  const { data } = useSignInMethods();
  if (!data) return null;
  const offersPasskey = passkeyObstacle(data.passkeys) === undefined;
  const { singleSignOn } = data;
  if (!offersPasskey && !singleSignOn) return null;
  return (
    <Stack gap="sm">
      <Divider label={t('session.or')} />
      {offersPasskey && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          disabled={isBusy}
          onClick={() => void run(async () => onSignedIn(await signInWithPasskey()))}
        >
          {t('session.signIn.withPasskey')}
        </Button>
      )}
      {singleSignOn && (
        <Button
          variant="default"
          leftSection={<IconLogin2 size={18} aria-hidden />}
          disabled={isBusy}
          onClick={() =>
            void run(() =>
              leaveForProvider(
                'sign-in',
                invitation === undefined ? { next: placeNow() } : { next: '/', invitation },
              ),
            )
          }
        >
          {t('session.signIn.withProvider', { name: singleSignOn.name })}
        </Button>
      )}
    </Stack>
  );
};
