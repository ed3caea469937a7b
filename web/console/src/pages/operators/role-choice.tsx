import { Radio, Stack } from '@mantine/core';
import type { Role } from '../../api/generated.ts';
import { t } from '../../messages/translate.ts';
import { roleOptions } from './roles.ts';

export const RoleChoice = ({ role, onChange }: { role: Role; onChange(role: Role): void }) => (
  <Radio.Group label={t('operators.role')} value={role} onChange={(value) => onChange(value as Role)}>
    <Stack gap="xs" mt="xs">
      {roleOptions().map((option) => (
        <Radio key={option.value} {...option} />
      ))}
    </Stack>
  </Radio.Group>
);
