import { PasswordInput } from '@mantine/core';
import { t } from '../messages/translate.ts';

/** The service enforces the same minimum. */
const minPasswordLength = 10;

interface NewPasswordInputProps {
  label?: string;
  value: string;
  onChange(value: string): void;
}

export const NewPasswordInput = ({
  label = t('session.password'),
  value,
  onChange,
}: NewPasswordInputProps) => (
  <PasswordInput
    label={label}
    description={t('session.passwordRule', { count: minPasswordLength })}
    minLength={minPasswordLength}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    autoComplete="new-password"
    required
  />
);
