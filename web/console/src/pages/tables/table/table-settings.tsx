import { Alert, Button, Divider, Drawer, Group, NativeSelect, Stack, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { useDraft } from '../../../lib/use-draft.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { longestDescription, longestName } from '../fields/field-limits.ts';
import { AddField } from './add-field.tsx';
import { EditField } from './edit-field.tsx';

interface TableSettingsProps {
  table: AgentTable;
  onClose(): void;
}

const TableForm = ({
  table,
  path,
  changes,
}: {
  table: AgentTable;
  path: TableAddress;
  changes: string[];
}) => {
  const { draft, change, reset, isDirty } = useDraft({
    name: table.name,
    description: table.description,
    ownerField: table.ownerField,
  });
  const set = (part: Partial<typeof draft>): void => change((before) => ({ ...before, ...part }));
  const save = useChange(() => api.patch(path, draft), {
    changes,
    done: t('tables.settings.saved'),
    onDone: reset,
    quiet: true,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const textFields = table.fields.filter(({ type }) => type === 'TEXT');
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {save.error && (
          <Alert color="red" role="alert">
            {save.error.message}
          </Alert>
        )}
        <LimitedInput
          label={t('common.name')}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          limit={longestName}
          required
        />
        <LimitedInput
          label={t('common.description')}
          description={t('tables.settings.descriptionHint')}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          limit={longestDescription}
          required
        />
        <NativeSelect
          label={t('tables.settings.owner')}
          description={t('tables.settings.ownerHint')}
          data={[
            { value: '', label: t('tables.settings.noOwner') },
            ...textFields.map(({ name }) => ({ value: name, label: name })),
          ]}
          value={draft.ownerField ?? ''}
          onChange={(event) => set({ ownerField: event.currentTarget.value || null })}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isDirty} loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Name, description, owner field and fields of a table. */
export const TableSettings = ({ table, onClose }: TableSettingsProps) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [isDeleting, setIsDeleting] = useState(false);
  const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
  const changes = [at(agent.api, '/tables')];
  const remove = useChange(() => api.remove(path), {
    done: t('tables.settings.deleted', { name: table.name }),
    quiet: true,
    onDone: () => navigate(`${agent.href}/tables`),
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('tables.settings.title', { name: table.name })}
    >
      <Stack>
        <TableForm table={table} path={path} changes={changes} />
        <Divider />
        <Title order={3}>{t('tables.fields')}</Title>
        {table.fields.map((field) => (
          <EditField key={field.name} path={path} field={field} changes={changes} />
        ))}
        <AddField table={table} path={path} changes={changes} />
        <Divider />
        <Group>
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => setIsDeleting(true)}>
            {t('tables.settings.delete')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t('tables.settings.deleteTitle', { name: table.name })}
        typed={table.name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {t('tables.settings.deleteText', { count: table.recordCount })}
      </ConfirmDialog>
    </Drawer>
  );
};
