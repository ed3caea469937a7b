import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface PublishDialogProps {
  onClose(): void;
  /** Saves what is not saved; the draft's revision, or undefined where that did not work. */
  onSave(): Promise<number | undefined>;
}

/** Makes the draft what calls use. */
export const PublishDialog = ({ onClose, onSave }: PublishDialogProps) => {
  const { api: path } = useAgentScope();
  const [note, setNote] = useState('');
  const publish = useChange(
    async () => {
      const revision = await onSave();
      if (revision === undefined)
        throw new ApiError(
          400,
          'The draft could not be saved, so nothing was published. Close this to see why.',
        );
      return api.post(at(path, '/flow/publish'), { revision, note });
    },
    {
      changes: [at(path, '/flow')],
      done: ({ version }) => `Version ${version} is in use`,
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog title="Publish the flow" action="Publish" change={publish} onClose={onClose}>
      <Text size="sm">
        Calls use it from the next message on; rounds under way end as they began. Earlier versions stay, and
        you can roll back to them.
      </Text>
      <Textarea
        label="Note"
        description="What is new; for whoever looks at the versions later"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
};
