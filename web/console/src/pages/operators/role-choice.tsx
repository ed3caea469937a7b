import { Radio, Stack } from '@mantine/core';
import type { Role } from '../../api/generated.ts';
import { roles } from './roles.ts';

export const RoleChoice = ({ role, onChange }: { role: Role; onChange(role: Role): void }) => (
  <Radio.Group label="Role" value={role} onChange={(value) => onChange(value as Role)}>
    <Stack gap="xs" mt="xs">
      {roles.map((one) => (
        <Radio key={one.value} {...one} />
      ))}
    </Stack>
  </Radio.Group>
);
