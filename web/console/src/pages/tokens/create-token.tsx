import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { NewOperatorToken, Role } from '../../api/generated.ts';
import { forgetOnly, useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { RoleChoice } from '../operators/role-choice.tsx';

const dayMs = 86_400_000;
const ends = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
];

/** Those of a workspace, or of the installation. */
export type TokensAddress = Address<'/workspaces/{workspaceId}/tokens' | '/tokens'>;

interface CreateTokenProps {
  path: TokensAddress;
  onClose(): void;
  onCreated(token: NewOperatorToken): void;
}

export const CreateToken = ({ path, onClose, onCreated }: CreateTokenProps) => {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [days, setDays] = useState('90');
  const create = useChange(
    () =>
      api.post(path, {
        name,
        role,
        expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
      }),
    {
      onDone: (token) => {
        void forgetOnly(path);
        onClose();
        onCreated(token);
      },
      quiet: true,
    },
  );
  return (
    <FormDialog
      title="New operator token"
      action="Create token"
      change={create}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="The script or service that will use it"
        placeholder="Nightly export"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        required
        data-autofocus
      />
      <RoleChoice role={role} onChange={setRole} />
      <NativeSelect
        label="Ends"
        data={ends}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
