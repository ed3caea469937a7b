import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { InvitationLink, Role } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { RoleChoice } from './role-choice.tsx';

interface InviteOperatorProps {
  onClose(): void;
  onInvited(created: InvitationLink): void;
}

export const InviteOperator = ({ onClose, onInvited }: InviteOperatorProps) => {
  const path = at(useWorkspace().api, '/invitations');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const invite = useChange(() => api.post(path, { email, role }), {
    changes: [path],
    onDone: (created) => {
      onClose();
      onInvited(created);
    },
    quiet: true,
  });
  return (
    <FormDialog
      title={t('operators.invite')}
      action={t('operators.createLink')}
      change={invite}
      onClose={onClose}
    >
      <Text size="sm">{t('operators.inviteHint')}</Text>
      <TextInput
        label={t('common.email')}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        autoComplete="off"
        required
        data-autofocus
      />
      <RoleChoice role={role} onChange={setRole} />
    </FormDialog>
  );
};
