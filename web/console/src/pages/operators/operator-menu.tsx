import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconLock, IconLockOpen, IconPassword, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Operator, ResetLink } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useSession } from '../../session/session-context.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { LinkOnce } from './link-once.tsx';

export const OperatorMenu = ({ operator }: { operator: Operator }) => {
  const workspace = useWorkspace();
  const { session } = useSession();
  const [isRemoving, setIsRemoving] = useState(false);
  const [made, setMade] = useState<ResetLink>();
  const list = at(workspace.api, '/operators');
  const path = at(list, '/{operatorId}', { operatorId: operator.id });
  const lock = useChange((disabled: boolean) => api.patch(path, { disabled }), {
    changes: [list],
    done: (_, disabled) => `${operator.name} is ${disabled ? 'locked out' : 'let in again'}`,
  });
  const reset = useChange(() => api.post(at(path, '/reset-link')), { onDone: setMade });
  // The service refuses it anyway: nobody changes their own access.
  if (operator.id === session.id) return null;
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon aria-label={`More for ${operator.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPassword size={15} aria-hidden />}
            onClick={() => reset.mutate(undefined)}
          >
            Link for a new password
          </Menu.Item>
          <Menu.Item
            leftSection={
              operator.disabled ? <IconLockOpen size={15} aria-hidden /> : <IconLock size={15} aria-hidden />
            }
            onClick={() => lock.mutate(!operator.disabled)}
          >
            {operator.disabled ? 'Let in again' : 'Lock out'}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserMinus size={15} aria-hidden />}
            onClick={() => setIsRemoving(true)}
          >
            Remove from this workspace
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LinkOnce
        link={made?.link}
        title={`New password for ${operator.name}`}
        expiresAt={made?.expiresAt ?? ''}
        onClose={() => setMade(undefined)}
      >
        Send this link to {operator.email}. They choose a new password with it, and their sessions end then.
      </LinkOnce>
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={`Remove ${operator.name}?`}
        action="Remove"
        onConfirm={async () => {
          await api.remove(path);
          await forget(list);
        }}
      >
        They can no longer open this workspace. If it is their only one, their account is deleted. Operator
        tokens they created stay valid: check them under Operator tokens.
      </ConfirmDialog>
    </>
  );
};
