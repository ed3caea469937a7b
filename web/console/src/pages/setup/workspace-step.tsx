import { useState } from 'react';
import { api } from '../../api/api.ts';
import { LimitedInput } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { StepForm } from './step-form.tsx';

/** Names the workspace that the first start created. */
export const WorkspaceStep = ({ onDone }: { onDone(): Promise<void> }) => {
  const workspace = useWorkspace();
  const [name, setName] = useState(workspace.name);
  const save = async (): Promise<void> => {
    if (name.trim() !== workspace.name) await api.patch(workspace.api, { name: name.trim() });
    await onDone();
  };
  return (
    <StepForm onSubmit={save} isReady={name.trim() !== ''}>
      <LimitedInput
        label={t('setup.workspace.name')}
        description={t('setup.workspace.hint')}
        value={name}
        limit={100}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
      />
    </StepForm>
  );
};
