import { Button, Group, Spoiler, Stack, Text } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { ModelConnection } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { HeaderRows } from '../../components/header-rows.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { accessOf, bodyOf, type ConnectionDraft, draftOf, isComplete, newDraft } from './connection-draft.ts';
import { ModelRows } from './model-rows.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { useConnectionTest } from './use-connection-test.ts';

interface ConnectionDialogProps {
  /** Absent: a new one. */
  connection: ModelConnection | undefined;
  onClose(): void;
}

/** Adds or changes a connection to a model provider. */
export const ConnectionDialog = ({ connection, onClose }: ConnectionDialogProps) => {
  const workspace = useWorkspace();
  const [draft, setDraft] = useState(() => (connection ? draftOf(connection) : newDraft()));
  const change = (part: Partial<ConnectionDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const path = at(workspace.api, '/model-connections');
  const save = useChange(
    () =>
      connection
        ? api.patch(at(workspace.api, '/model-connections/{connectionId}', { connectionId: connection.id }), {
            version: connection.version,
            ...bodyOf(draft),
          })
        : api.post(path, bodyOf(draft)),
    { changes: [path], done: t('models.connections.saved'), onDone: onClose, quiet: true },
  );
  const test = useConnectionTest(draft, connection?.id);
  const names = useChange(
    () =>
      api.post(at(workspace.api, '/model-connections/names'), {
        ...accessOf(draft),
        connectionId: connection?.id,
      }),
    { quiet: true },
  );
  const found = names.data?.names ?? [];
  const problem = names.error?.message ?? names.data?.reason;
  return (
    <FormDialog
      title={
        connection
          ? t('models.connections.editNamed', { name: connection.name })
          : t('models.connections.add')
      }
      action={t('common.save')}
      change={save}
      isReady={isComplete(draft)}
      size="lg"
      onClose={onClose}
    >
      <LimitedInput
        label={t('common.name')}
        description={t('models.connections.nameHint')}
        value={draft.name}
        limit={100}
        onChange={(event) => change({ name: event.currentTarget.value })}
        required
        data-autofocus
      />
      <ProviderFields draft={draft} storedKey={connection?.apiKey} onChange={change} />
      <Spoiler
        maxHeight={0}
        showLabel={t('models.connections.showHeaders')}
        hideLabel={t('agentSettings.model.less')}
      >
        <HeaderRows
          label={t('agentSettings.model.headers')}
          value={draft.headers}
          onChange={(headers) => change({ headers })}
        />
      </Spoiler>
      <Stack gap={4}>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconList size={14} aria-hidden />}
            loading={names.isPending}
            onClick={() => names.mutate(undefined)}
          >
            {t('models.names.load')}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {names.data && !problem ? t('models.names.found', { count: found.length }) : ''}
          </Text>
        </Group>
        {problem && (
          <Text size="sm" c="red" role="alert">
            {t('models.names.failed', { reason: problem })}
          </Text>
        )}
      </Stack>
      <ModelRows models={draft.models} names={found} test={test} onChange={(models) => change({ models })} />
      <Text size="xs" c="dimmed">
        {t('models.row.priceHint')}
      </Text>
    </FormDialog>
  );
};
