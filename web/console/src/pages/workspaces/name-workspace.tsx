import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { path } from '../../api/path.ts';
import type { Workspace } from '../../api/types/session.ts';
import { useChange } from '../../api/use-change.ts';
import { useSession } from '../../session/session-context.ts';

interface NameWorkspaceProps {
  /** undefined: a new one. */
  workspace: Workspace | undefined;
  onClose(): void;
}

export const NameWorkspace = ({ workspace, onClose }: NameWorkspaceProps) => {
  const { reload } = useSession();
  const [name, setName] = useState(workspace?.name ?? '');
  const save = useChange(
    async () => {
      if (workspace) await api.patch(path`/workspaces/${workspace.id}`, { name });
      else await api.post('/workspaces', { name });
      // The session lists the workspaces that one may open.
      await reload();
    },
    {
      changes: ['/workspaces'],
      done: workspace ? 'Renamed' : `${name} is there`,
      onDone: onClose,
      quiet: true,
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={workspace ? `Rename ${workspace.name}` : 'New workspace'}>
      <form onSubmit={submit}>
        <Stack>
          {save.error && (
            <Alert color="red" role="alert">
              {save.error.message}
            </Alert>
          )}
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            required
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
