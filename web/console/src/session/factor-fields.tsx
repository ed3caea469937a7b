import { TextInput } from '@mantine/core';

interface FactorFieldProps {
  kind: 'code' | 'recovery-code';
  value: string;
  onChange(value: string): void;
}

/** Where a code of the app or of the paper is typed. */
export const FactorField = ({ kind, value, onChange }: FactorFieldProps) =>
  kind === 'code' ? (
    <TextInput
      label="Code"
      description="The six digits that your authenticator app shows for Frontdesk"
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
      label="Recovery code"
      description="One of the codes you stored when you set up the second factor; each works once"
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
