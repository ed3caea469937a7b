import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconLock, IconLockOpen, IconPassword, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Operator, ResetLink } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { t } from '../../messages/translate.ts';
import { useSession } from '../../session/session-context.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { LinkOnce } from './link-once.tsx';

export const OperatorMenu = ({ operator }: { operator: Operator }) => {
  const workspace = useWorkspace();
  const { session } = useSession();
  const [isRemoving, setIsRemoving] = useState(false);
  const [resetLink, setResetLink] = useState<ResetLink>();
  const list = at(workspace.api, '/operators');
  const path = at(list, '/{operatorId}', { operatorId: operator.id });
  const setDisabled = useChange((disabled: boolean) => api.patch(path, { disabled }), {
    changes: [list],
    done: (_, disabled) =>
      t(disabled ? 'operators.accountDisabled' : 'operators.accountEnabled', { name: operator.name }),
  });
  const reset = useChange(() => api.post(at(path, '/reset-link')), { onDone: setResetLink });
  // The service does not let operators change their own access.
  if (operator.id === session.id) return null;
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon aria-label={t('operators.moreFor', { name: operator.name })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPassword size={15} aria-hidden />}
            onClick={() => reset.mutate(undefined)}
          >
            {t('operators.resetPassword')}
          </Menu.Item>
          <Menu.Item
            leftSection={
              operator.disabled ? <IconLockOpen size={15} aria-hidden /> : <IconLock size={15} aria-hidden />
            }
            onClick={() => setDisabled.mutate(!operator.disabled)}
          >
            {operator.disabled ? t('operators.enable') : t('operators.disable')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserMinus size={15} aria-hidden />}
            onClick={() => setIsRemoving(true)}
          >
            {t('operators.removeFromWorkspace')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LinkOnce
        link={resetLink?.link}
        title={t('operators.passwordFor', { name: operator.name })}
        expiresAt={resetLink?.expiresAt ?? ''}
        onClose={() => setResetLink(undefined)}
      >
        {t('operators.sendReset', { email: operator.email })}
      </LinkOnce>
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t('account.removeTitle', { name: operator.name })}
        action={t('common.remove')}
        onConfirm={async () => {
          await api.remove(path);
          await forget(list);
        }}
      >
        {t('operators.removeText')}
      </ConfirmDialog>
    </>
  );
};
