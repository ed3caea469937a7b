import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Agent, AgentVersion } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedTextarea } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { Differences } from './differences.tsx';

interface RestoreDialogProps {
  agent: Agent;
  version: AgentVersion;
  onClose(): void;
}

/** Saves an earlier version as the newest one, and then lists what needs attention. */
export const RestoreDialog = ({ agent, version: { version }, onClose }: RestoreDialogProps) => {
  const scope = useAgentScope();
  const [note, setNote] = useState('');
  const [remarks, setRemarks] = useState<string[]>();
  const restore = useChange(
    () =>
      api.post(at(scope.api, '/versions/{version}/restore', { version: String(version) }), {
        currentVersion: agent.version,
        note,
      }),
    {
      changes: [at(scope.workspace.api, '/agents')],
      done: ({ agent: after }) => t('versions.restore.done', { version, number: after.version }),
      onDone: ({ oldSecrets, warnings }) => {
        const found = [...oldSecrets.map((field) => t('versions.restore.oldSecret', { field })), ...warnings];
        if (found.length === 0) onClose();
        else setRemarks(found);
      },
      quiet: true,
    },
  );
  if (remarks)
    return (
      <Modal opened onClose={onClose} title={t('versions.restore.title', { version })}>
        <Stack>
          <Alert color="orange" title={t('versions.restore.check')}>
            <List size="sm" style={{ overflowWrap: 'anywhere' }}>
              {remarks.map((remark) => (
                <List.Item key={remark}>{remark}</List.Item>
              ))}
            </List>
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('common.close')}</Button>
          </Group>
        </Stack>
      </Modal>
    );
  return (
    <FormDialog
      title={t('versions.restore.title', { version })}
      action={t('versions.restore')}
      size="xl"
      change={restore}
      onClose={onClose}
    >
      <Text size="sm">
        {agent.draftsEnabled ? t('versions.restore.textDraft') : t('versions.restore.text')}
      </Text>
      <Differences from={agent.version} to={version} />
      <LimitedTextarea
        label={t('versions.note')}
        limit={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
