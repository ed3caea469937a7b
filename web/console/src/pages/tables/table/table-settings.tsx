import { Alert, Button, Divider, Drawer, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useDraft } from '../../../lib/use-draft.ts';
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
    done: 'Saved',
    onDone: reset,
    quiet: true,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const texts = table.fields.filter(({ type }) => type === 'TEXT');
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {save.error && (
          <Alert color="red" role="alert">
            {save.error.message}
          </Alert>
        )}
        <TextInput
          label="Name"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          maxLength={longestName}
          required
        />
        <TextInput
          label="Description"
          description="Tells the model what the table holds"
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          maxLength={longestDescription}
          required
        />
        <NativeSelect
          label="Owner"
          description="The field that holds a record's user_id. The model then sees and changes only the records of the user it talks to."
          data={[
            { value: '', label: 'Nobody: every user may ask about every record' },
            ...texts.map(({ name }) => ({ value: name, label: name })),
          ]}
          value={draft.ownerField ?? ''}
          onChange={(event) => set({ ownerField: event.currentTarget.value || null })}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isDirty} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** A table's words, whose records it holds, and its fields. */
export const TableSettings = ({ table, onClose }: TableSettingsProps) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [isDeleting, setIsDeleting] = useState(false);
  const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
  const changes = [at(agent.api, '/tables')];
  const remove = useChange(() => api.remove(path), {
    done: `${table.name} was deleted.`,
    quiet: true,
    onDone: () => navigate(`${agent.href}/tables`),
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`Settings of ${table.name}`}>
      <Stack>
        <TableForm table={table} path={path} changes={changes} />
        <Divider />
        <Title order={3}>Fields</Title>
        {table.fields.map((field) => (
          <EditField key={field.name} path={path} field={field} changes={changes} />
        ))}
        <AddField table={table} path={path} changes={changes} />
        <Divider />
        <Group>
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => setIsDeleting(true)}>
            Delete the table…
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete ${table.name}?`}
        typed={table.name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        All of its {table.recordCount.toLocaleString()} records go with it and cannot be had back. Export them
        first if in doubt.
      </ConfirmDialog>
    </Drawer>
  );
};
