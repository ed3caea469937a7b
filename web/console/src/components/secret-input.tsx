import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../messages/translate.ts';

/** How the management API masks a stored secret. */
const isMask = (value: string): boolean => value.startsWith('••••');

interface SecretInputProps {
  label: string;
  description?: string;
  value: string;
  onChange(value: string): void;
}

/** Shows only the end of a stored secret, which can be replaced or removed. */
export const SecretInput = ({ label, description, value, onChange }: SecretInputProps) => {
  const [isReplacing, setIsReplacing] = useState(false);
  if (isMask(value) && !isReplacing)
    return (
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput label={label} description={description} value={value} readOnly style={{ flex: 1 }} />
        <Button
          variant="default"
          onClick={() => {
            setIsReplacing(true);
            onChange('');
          }}
        >
          {t('common.replace')}
        </Button>
      </Group>
    );
  return (
    <PasswordInput
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
    />
  );
};
