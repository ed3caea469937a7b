import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Key, NewKey } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

/** How long the old key stays valid, in minutes. */
const gracePeriods: { value: string; label: LabelKey }[] = [
  { value: '0', label: 'keys.rotate.now' },
  { value: '60', label: 'keys.rotate.hour' },
  { value: '1440', label: 'keys.rotate.day' },
  { value: '10080', label: 'keys.rotate.week' },
];

/** Programs need time to switch to the new key. */
const defaultGraceMinutes = '1440';

interface RotateKeyProps {
  apiKey: Key;
  onClose(): void;
  onCreated(key: NewKey): void;
}

/** Replaces a key with a new one. Both are valid during the grace period. */
export const RotateKey = ({ apiKey, onClose, onCreated }: RotateKeyProps) => {
  const agent = useAgentScope();
  const [graceMinutes, setGraceMinutes] = useState(defaultGraceMinutes);
  const rotate = useChange(
    () =>
      api.post(at(agent.api, '/keys/{keyId}/rotate', { keyId: apiKey.id }), {
        graceMinutes: Number(graceMinutes),
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
      title={t('keys.rotate.title', { name: apiKey.name })}
      action={t('keys.rotate')}
      change={rotate}
      onClose={onClose}
    >
      <Text size="sm">{t('keys.rotate.text')}</Text>
      <NativeSelect
        label={t('keys.rotate.oldExpires')}
        data={gracePeriods.map(({ value, label }) => ({ value, label: t(label) }))}
        description={graceMinutes === '0' ? t('keys.rotate.nowHint') : t('keys.rotate.graceHint')}
        value={graceMinutes}
        onChange={(event) => setGraceMinutes(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
