import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { NewKey } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useAgentScope } from '../../session/use-workspace.ts';

const lives = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

const dayMs = 86_400_000;

interface MakeKeyProps {
  onClose(): void;
  onMade(key: NewKey): void;
}

export const MakeKey = ({ onClose, onMade }: MakeKeyProps) => {
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
        onMade(key);
      },
      quiet: true,
    },
  );
  return (
    <FormDialog
      title="New key"
      action="Make key"
      change={create}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What it is used for, to tell keys apart later"
        placeholder="Shop server"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        required
        data-autofocus
      />
      <NativeSelect
        label="Ends"
        data={lives}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
