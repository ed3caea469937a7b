import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { AgentVersion } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedTextarea } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

export const NoteDialog = ({ version, onClose }: { version: AgentVersion; onClose(): void }) => {
  const { api: agent } = useAgentScope();
  const [note, setNote] = useState(version.note);
  const save = useChange(
    () =>
      api.patch(at(agent, '/versions/{version}', { version: String(version.version) }), {
        note: note.trim(),
      }),
    { changes: [at(agent, '/versions')], onDone: onClose, quiet: true },
  );
  return (
    <FormDialog
      title={t('versions.note.title', { version: version.version })}
      action={t('common.save')}
      change={save}
      onClose={onClose}
    >
      <LimitedTextarea
        label={t('versions.note')}
        description={t('versions.note.hint')}
        limit={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
};
