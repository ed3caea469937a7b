import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { NewKey } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

/** Days until the key expires; empty: never. */
const lifetimes: { value: string; label: LabelKey }[] = [
  { value: '', label: 'keys.expiry.never' },
  { value: '30', label: 'keys.expiry.days30' },
  { value: '90', label: 'keys.expiry.days90' },
  { value: '365', label: 'keys.expiry.year' },
];

const dayMs = 86_400_000;

interface CreateKeyProps {
  onClose(): void;
  onCreated(key: NewKey): void;
}

export const CreateKey = ({ onClose, onCreated }: CreateKeyProps) => {
  const agent = useAgentScope();
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const create = useChange(
    () =>
      api.post(at(agent.api, '/keys'), {
        name,
        expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
      }),
    {
      changes: [at(agent.api, '/keys')],
      onDone: (key) => {
        onClose();
        onCreated(key);
      },
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('keys.new')}
      action={t('keys.new.action')}
      change={create}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <LimitedInput
        label={t('common.name')}
        description={t('keys.new.nameHint')}
        placeholder={t('keys.new.namePlaceholder')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={100}
        required
        data-autofocus
      />
      <NativeSelect
        label={t('keys.expires')}
        data={lifetimes.map(({ value, label }) => ({ value, label: t(label) }))}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
