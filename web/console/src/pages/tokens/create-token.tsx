import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { NewOperatorToken, Role } from '../../api/generated.ts';
import { forgetOnly, useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { RoleChoice } from '../operators/role-choice.tsx';

const dayMs = 86_400_000;
const expiryOptions = () => [
  { value: '30', label: t('tokens.expiresIn', { days: 30 }) },
  { value: '90', label: t('tokens.expiresIn', { days: 90 }) },
  { value: '365', label: t('tokens.expiresInYear') },
  { value: '', label: t('tokens.expiresNever') },
];

/** Tokens of one workspace, or tokens for all workspaces. */
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
      title={t('tokens.newTitle')}
      action={t('tokens.create')}
      change={create}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <LimitedInput
        label={t('common.name')}
        description={t('tokens.nameHint')}
        placeholder={t('tokens.nameExample')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={100}
        required
        data-autofocus
      />
      <RoleChoice role={role} onChange={setRole} />
      <NativeSelect
        label={t('tokens.expires')}
        data={expiryOptions()}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
