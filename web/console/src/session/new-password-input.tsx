import { PasswordInput } from '@mantine/core';

/** As the service asks for. */
const shortestPassword = 10;

interface NewPasswordInputProps {
  label?: string;
  value: string;
  onChange(value: string): void;
}

export const NewPasswordInput = ({ label = 'Password', value, onChange }: NewPasswordInputProps) => (
  <PasswordInput
    label={label}
    description={`At least ${shortestPassword} characters`}
    minLength={shortestPassword}
    maxLength={500}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    autoComplete="new-password"
    required
  />
);
