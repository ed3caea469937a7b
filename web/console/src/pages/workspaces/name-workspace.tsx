import { useState } from 'react';
import { address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Workspace } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { useSession } from '../../session/session-context.ts';

interface NameWorkspaceProps {
  /** undefined: create a new workspace. */
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
      // The session contains the list of workspaces.
      await reload();
    },
    {
      changes: ['/workspaces'],
      done: workspace ? t('workspaces.renamed') : t('workspaces.createdNamed', { name }),
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={workspace ? t('common.renameNamed', { name: workspace.name }) : t('workspaces.new')}
      action={workspace ? t('common.save') : t('common.create')}
      change={save}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <LimitedInput
        label={t('common.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={100}
        required
        data-autofocus
      />
    </FormDialog>
  );
};
