import { ActionIcon, Menu, PasswordInput, Text } from '@mantine/core';
import { IconDots, IconLock, IconLockOpen, IconPassword, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Operator } from '../../api/types/session.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDelete } from '../../components/confirm-delete.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSession } from '../../session/session-context.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

interface SetPasswordProps {
  operator: Operator;
  path: string;
  onClose(): void;
}

const SetPassword = ({ operator, path, onClose }: SetPasswordProps) => {
  const [password, setPassword] = useState('');
  const change = useChange(() => api.put(`${path}/password`, { password }), {
    done: `${operator.name} has a new password`,
    onDone: onClose,
    quiet: true,
  });
  return (
    <FormDialog
      title={`New password for ${operator.name}`}
      action="Set password"
      change={change}
      onClose={onClose}
    >
      <Text size="sm">Every session of theirs ends.</Text>
      <PasswordInput
        label="Password"
        description="At least 10 characters"
        minLength={10}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="new-password"
        required
        data-autofocus
      />
    </FormDialog>
  );
};

export const OperatorMenu = ({ operator }: { operator: Operator }) => {
  const workspace = useWorkspace();
  const { session } = useSession();
  const [open, setOpen] = useState<'password' | 'remove'>();
  const list = `${workspace.api}/operators`;
  const path = `${list}/${operator.id}`;
  const lock = useChange((disabled: boolean) => api.patch(path, { disabled }), {
    changes: [list],
    done: (_, disabled) => `${operator.name} is ${disabled ? 'locked out' : 'let in again'}`,
  });
  // The service refuses it anyway: nobody changes their own access.
  if (operator.id === session.id) return null;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon aria-label={`More for ${operator.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPassword size={15} aria-hidden />} onClick={() => setOpen('password')}>
            Set a password
          </Menu.Item>
          <Menu.Item
            leftSection={
              operator.disabled ? <IconLockOpen size={15} aria-hidden /> : <IconLock size={15} aria-hidden />
            }
            onClick={() => lock.mutate(!operator.disabled)}
          >
            {operator.disabled ? 'Let in again' : 'Lock out'}
          </Menu.Item>
          <Menu.Item leftSection={<IconUserMinus size={15} aria-hidden />} onClick={() => setOpen('remove')}>
            Remove from this workspace
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'password' && <SetPassword operator={operator} path={path} onClose={close} />}
      <ConfirmDelete
        opened={open === 'remove'}
        onClose={close}
        title={`Remove ${operator.name}?`}
        action="Remove"
        onConfirm={async () => {
          await api.remove(path);
          await forget(list);
        }}
      >
        They can no longer open this workspace. Their account and their other workspaces stay.
      </ConfirmDelete>
    </>
  );
};
