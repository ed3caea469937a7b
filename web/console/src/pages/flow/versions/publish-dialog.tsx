import { Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface PublishDialogProps {
  onClose(): void;
  /** The service found problems that the editor did not know. */
  onRefused(): void;
  /** Saves unsaved changes. Returns the revision of the draft, or undefined if saving failed. */
  onSave(): Promise<number | undefined>;
}

/** Makes the draft the version that users get. */
export const PublishDialog = ({ onClose, onRefused, onSave }: PublishDialogProps) => {
  const { api: path } = useAgentScope();
  const [note, setNote] = useState('');
  const publish = useChange(
    async () => {
      const revision = await onSave();
      if (revision === undefined) throw new ApiError(400, t('flow.publish.notSaved'));
      try {
        return await api.post(at(path, '/flow/publish'), { revision, note });
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) onRefused();
        throw error;
      }
    },
    {
      changes: [at(path, '/flow')],
      done: ({ version }) => t('flow.publish.done', { version }),
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('flow.publish.title')}
      action={t('flow.header.publish')}
      change={publish}
      onClose={onClose}
    >
      <Text size="sm">{t('flow.publish.text')}</Text>
      <LimitedTextarea
        label={t('flow.publish.note')}
        description={t('flow.publish.noteHint')}
        limit={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
};
