import { Alert, Anchor, Button, Modal, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import type { SignInMethods } from '../api/derived-types.ts';
import type { AccountSecurity } from '../api/generated.ts';
import { useResource } from '../api/use-resource.ts';
import { type LabelKey, t } from '../messages/translate.ts';
import { FactorField, factorBody } from './factor-fields.tsx';
import { askForPasskey, passkeyObstacle } from './passkeys.ts';
import { leaveForProvider, placeNow } from './single-sign-on.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';
import { useStep } from './use-step.ts';

type Method = 'password' | 'code' | 'passkey' | 'recovery-code' | 'sso';

const linkLabels: Record<Method, LabelKey> = {
  password: 'session.use.password',
  code: 'session.use.code',
  passkey: 'session.use.passkey',
  'recovery-code': 'session.use.recoveryCode',
  sso: 'session.use.sso',
};

/** Methods with which the operator can confirm their identity; second factors first. */
const methodsOf = (
  security: AccountSecurity,
  offered: SignInMethods,
  onlySecondFactor: boolean,
): Method[] => [
  ...(security.passkeys.length > 0 && !passkeyObstacle(offered.passkeys) ? (['passkey'] as const) : []),
  ...(security.codeAppSince ? (['code'] as const) : []),
  ...(security.hasPassword && !onlySecondFactor ? (['password'] as const) : []),
  ...(security.identities.length > 0 && offered.singleSignOn && !onlySecondFactor ? (['sso'] as const) : []),
  ...(security.recoveryCodesLeft > 0 ? (['recovery-code'] as const) : []),
];

const confirmWith = async (method: Method, value: string): Promise<void> => {
  if (method === 'passkey') {
    const passkey = await askForPasskey(await api.post('/session/confirmation/passkey-options'));
    await api.post('/session/confirmation', { passkey });
  } else if (method === 'password') await api.post('/session/confirmation', { password: value });
  else if (method === 'sso') await leaveForProvider('confirm', { next: placeNow() });
  else await api.post('/session/confirmation', factorBody(method, value));
};

const buttons: Record<Method, { label: LabelKey; icon?: typeof IconLogin2 }> = {
  password: { label: 'session.confirm.action' },
  code: { label: 'session.confirm.action' },
  'recovery-code': { label: 'session.confirm.action' },
  passkey: { label: 'session.use.passkey', icon: IconFingerprint },
  sso: { label: 'session.confirm.toProvider', icon: IconLogin2 },
};

interface ConfirmFormProps {
  methods: Method[];
  onConfirmed(): void;
}

const ConfirmForm = ({ methods, onConfirmed }: ConfirmFormProps) => {
  const [method, setMethod] = useState<Method | undefined>(methods[0]);
  const [value, setValue] = useState('');
  const { failure, isBusy, run, setFailure } = useStep();
  if (!method) return <Text size="sm">{t('session.confirm.signInAgain')}</Text>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    void run(async () => {
      await confirmWith(method, value);
      if (method !== 'sso') onConfirmed();
    });
  };
  const change = (next: Method): void => {
    setMethod(next);
    setValue('');
    setFailure(undefined);
  };
  const { label, icon: ButtonIcon } = buttons[method];
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {method === 'password' && (
          <PasswordInput
            label={t('session.password')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            autoComplete="current-password"
            required
            data-autofocus
          />
        )}
        {(method === 'code' || method === 'recovery-code') && (
          <FactorField key={method} kind={method} value={value} onChange={setValue} />
        )}
        <Button
          type="submit"
          loading={isBusy}
          leftSection={ButtonIcon && <ButtonIcon size={18} aria-hidden />}
        >
          {t(label)}
        </Button>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Anchor key={other} component="button" type="button" size="sm" onClick={() => change(other)}>
              {t(linkLabels[other])}
            </Anchor>
          ))}
      </Stack>
    </form>
  );
};

interface ConfirmIdentityProps {
  /** Offer second factors only. */
  onlySecondFactor?: boolean;
  onConfirmed(): void;
}

/** A signed-in operator confirms their identity again. */
export const ConfirmIdentity = ({ onlySecondFactor = false, onConfirmed }: ConfirmIdentityProps) => {
  const security = useResource('/account/security');
  const offered = useSignInMethods();
  if (!security.data || !offered.data) return <Skeleton h={120} />;
  const methods = methodsOf(security.data, offered.data, onlySecondFactor);
  return <ConfirmForm methods={methods} onConfirmed={onConfirmed} />;
};

interface ConfirmIdentityDialogProps {
  opened: boolean;
  onClose(): void;
  onConfirmed(): void;
}

export const ConfirmIdentityDialog = ({ opened, onClose, onConfirmed }: ConfirmIdentityDialogProps) => (
  <Modal opened={opened} onClose={onClose} title={t('session.confirm.title')}>
    <Stack>
      <Text size="sm">{t('session.confirm.text')}</Text>
      <ConfirmIdentity onConfirmed={onConfirmed} />
    </Stack>
  </Modal>
);
