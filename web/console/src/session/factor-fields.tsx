import { TextInput } from '@mantine/core';
import { t } from '../messages/translate.ts';

interface FactorFieldProps {
  kind: 'code' | 'recovery-code';
  value: string;
  onChange(value: string): void;
}

/** Input for a code of the authenticator app or for a recovery code. */
export const FactorField = ({ kind, value, onChange }: FactorFieldProps) =>
  kind === 'code' ? (
    <TextInput
      label={t('session.secondFactor.code')}
      description={t('session.secondFactor.codeHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={10}
      required
      data-autofocus
    />
  ) : (
    <TextInput
      label={t('session.secondFactor.recoveryCode')}
      description={t('session.secondFactor.recoveryCodeHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      maxLength={40}
      required
      data-autofocus
    />
  );

export const factorBody = (kind: 'code' | 'recovery-code', value: string): object =>
  kind === 'code' ? { code: value } : { recoveryCode: value };
