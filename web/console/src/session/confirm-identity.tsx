import { Alert, Anchor, Button, Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import type { SignInMethods } from '../api/derived-types.ts';
import type { AccountSecurity } from '../api/generated.ts';
import { useResource } from '../api/use-resource.ts';
import { FactorField, factorBody } from './factor-fields.tsx';
import { askForPasskey, passkeyObstacle } from './passkeys.ts';
import { leaveForProvider, placeNow } from './single-sign-on.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';
import { useStep } from './use-step.ts';

type Way = 'password' | 'code' | 'passkey' | 'recovery-code' | 'sso';

const linkTexts: Record<Way, string> = {
  password: 'Use your password',
  code: 'Use the authenticator app',
  passkey: 'Use a passkey',
  'recovery-code': 'Use a recovery code',
  sso: 'Use single sign-on',
};

/** How this person can prove who they are; a second factor first. */
const waysOf = (security: AccountSecurity, methods: SignInMethods, onlySecondFactor: boolean): Way[] => [
  ...(security.passkeys.length > 0 && !passkeyObstacle(methods.passkeys) ? (['passkey'] as const) : []),
  ...(security.codeAppSince ? (['code'] as const) : []),
  ...(security.hasPassword && !onlySecondFactor ? (['password'] as const) : []),
  ...(security.identities.length > 0 && methods.singleSignOn && !onlySecondFactor ? (['sso'] as const) : []),
  ...(security.recoveryCodesLeft > 0 ? (['recovery-code'] as const) : []),
];

const confirmWith = async (way: Way, value: string): Promise<void> => {
  if (way === 'passkey') {
    const passkey = await askForPasskey(await api.post('/session/confirmation/passkey-options'));
    await api.post('/session/confirmation', { passkey });
  } else if (way === 'password') await api.post('/session/confirmation', { password: value });
  else if (way === 'sso') await leaveForProvider('confirm', { next: placeNow() });
  else await api.post('/session/confirmation', factorBody(way, value));
};

const buttons: Record<Way, { text: string; icon?: typeof IconLogin2 }> = {
  password: { text: 'Confirm' },
  code: { text: 'Confirm' },
  'recovery-code': { text: 'Confirm' },
  passkey: { text: 'Use a passkey', icon: IconFingerprint },
  sso: { text: 'Continue to single sign-on', icon: IconLogin2 },
};

interface ConfirmFormProps {
  ways: Way[];
  onConfirmed(): void;
}

const ConfirmForm = ({ ways, onConfirmed }: ConfirmFormProps) => {
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const [value, setValue] = useState('');
  const { failure, isBusy, run, setFailure } = useStep();
  if (!way) return <Text size="sm">Sign out and in again to go on.</Text>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    void run(async () => {
      await confirmWith(way, value);
      if (way !== 'sso') onConfirmed();
    });
  };
  const change = (next: Way): void => {
    setWay(next);
    setValue('');
    setFailure(undefined);
  };
  const { text, icon: ButtonIcon } = buttons[way];
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {way === 'password' && (
          <PasswordInput
            label="Password"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            autoComplete="current-password"
            required
            data-autofocus
          />
        )}
        {(way === 'code' || way === 'recovery-code') && (
          <FactorField key={way} kind={way} value={value} onChange={setValue} />
        )}
        <Button
          type="submit"
          loading={isBusy}
          leftSection={ButtonIcon && <ButtonIcon size={18} aria-hidden />}
        >
          {text}
        </Button>
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <Anchor key={one} component="button" type="button" size="sm" onClick={() => change(one)}>
              {linkTexts[one]}
            </Anchor>
          ))}
      </Stack>
    </form>
  );
};

interface ConfirmIdentityProps {
  /** Only what makes the session one with a second factor. */
  onlySecondFactor?: boolean;
  onConfirmed(): void;
}

/** Somebody who is signed in proves again who they are. */
export const ConfirmIdentity = ({ onlySecondFactor = false, onConfirmed }: ConfirmIdentityProps) => {
  const security = useResource('/account/security');
  const methods = useSignInMethods();
  if (!security.data || !methods.data) return <Skeleton h={120} />;
  const ways = waysOf(security.data, methods.data, onlySecondFactor);
  return <ConfirmForm ways={ways} onConfirmed={onConfirmed} />;
};

interface ConfirmDialogProps {
  opened: boolean;
  onClose(): void;
  onConfirmed(): void;
}

export const ConfirmDialog = ({ opened, onClose, onConfirmed }: ConfirmDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Confirm that it is you">
    <Stack>
      <Text size="sm">Changes to your account need a sign-in within the last ten minutes.</Text>
      <ConfirmIdentity onConfirmed={onConfirmed} />
    </Stack>
  </Modal>
);
