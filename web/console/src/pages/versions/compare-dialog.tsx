import { Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { AgentVersion } from '../../api/generated.ts';
import { t } from '../../messages/translate.ts';
import { Differences } from './differences.tsx';

interface CompareDialogProps {
  /** Versions to choose from, newest first. */
  versions: AgentVersion[];
  from: number;
  to: number;
  onClose(): void;
}

export const CompareDialog = ({ versions, onClose, ...start }: CompareDialogProps) => {
  const [from, setFrom] = useState(start.from);
  const [to, setTo] = useState(start.to);
  const options = versions.map(({ version, note }) => ({
    value: String(version),
    label: note === '' ? t('versions.version', { version }) : t('versions.versionNoted', { version, note }),
  }));
  return (
    <Modal opened onClose={onClose} title={t('versions.compare.title')} size="xl">
      <Stack>
        <Group grow>
          <NativeSelect
            label={t('versions.compare.from')}
            data={options}
            value={String(from)}
            onChange={(event) => setFrom(Number(event.currentTarget.value))}
          />
          <NativeSelect
            label={t('versions.compare.to')}
            data={options}
            value={String(to)}
            onChange={(event) => setTo(Number(event.currentTarget.value))}
          />
        </Group>
        <Differences from={from} to={to} />
      </Stack>
    </Modal>
  );
};
