import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeBase } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface NameBaseProps {
  /** undefined: a new one. */
  base: KnowledgeBase | undefined;
  onClose(): void;
  onMade?(base: KnowledgeBase): void;
}

export const NameBase = ({ base, onClose, onMade }: NameBaseProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/knowledge-bases');
  const [name, setName] = useState(base?.name ?? '');
  const [description, setDescription] = useState(base?.description ?? '');
  const save = useChange(
    () =>
      base
        ? // The default base keeps its name: sending it would be refused.
          api.patch(at(path, '/{baseId}', { baseId: base.id }), {
            description,
            ...(name === base.name ? {} : { name }),
          })
        : api.post(path, { name, description }),
    {
      changes: [path],
      onDone: (saved) => {
        onClose();
        if (!base) onMade?.(saved);
      },
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={base ? `Edit ${base.name}` : 'New knowledge base'}
      action={base ? 'Save' : 'Create'}
      change={save}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description={base?.isDefault ? 'The default base keeps its name' : undefined}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        disabled={base?.isDefault}
        required
        data-autofocus
      />
      <Textarea
        label="Description"
        description="For you and your colleagues"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        maxLength={1000}
        autosize
        minRows={2}
        maxRows={6}
      />
    </FormDialog>
  );
};
