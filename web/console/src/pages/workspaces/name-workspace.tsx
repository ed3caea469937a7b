import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Workspace } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
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
      if (workspace)
        await api.patch(address('/workspaces/{workspaceId}', { workspaceId: workspace.id }), { name });
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
  return (
    <FormDialog
      title={workspace ? `Rename ${workspace.name}` : 'New workspace'}
      action="Save"
      change={save}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        required
        data-autofocus
      />
    </FormDialog>
  );
};
