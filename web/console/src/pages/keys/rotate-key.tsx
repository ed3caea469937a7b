import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Key, NewKey } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useAgentScope } from '../../session/use-workspace.ts';

const graces = [
  { value: '0', label: 'At once' },
  { value: '60', label: 'In an hour' },
  { value: '1440', label: 'In a day' },
  { value: '10080', label: 'In a week' },
];

interface RotateKeyProps {
  apiKey: Key;
  onClose(): void;
  onMade(key: NewKey): void;
}

/** A new key in the place of an old one, with time to change over. */
export const RotateKey = ({ apiKey, onClose, onMade }: RotateKeyProps) => {
  const agent = useAgentScope();
  const [grace, setGrace] = useState('0');
  const rotate = useChange(
    () =>
      api.post(at(agent.api, '/keys/{keyId}/rotate', { keyId: apiKey.id }), { graceMinutes: Number(grace) }),
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
    <FormDialog title={`Rotate "${apiKey.name}"`} action="Rotate" change={rotate} onClose={onClose}>
      <Text size="sm">
        A new key is made and shown once. Give your program the time it needs to change over.
      </Text>
      <NativeSelect
        label="The old key ends"
        data={graces}
        value={grace}
        onChange={(event) => setGrace(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
