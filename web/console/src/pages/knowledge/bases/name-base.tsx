import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/api.ts';
import type { KnowledgeBase } from '../../../api/types/knowledge.ts';
import { useChange } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface NameBaseProps {
  /** undefined: a new one. */
  base: KnowledgeBase | undefined;
  onClose(): void;
  onMade?(base: KnowledgeBase): void;
}

export const NameBase = ({ base, onClose, onMade }: NameBaseProps) => {
  const agent = useAgentScope();
  const path = `${agent.api}/knowledge-bases`;
  const [name, setName] = useState(base?.name ?? '');
  const [description, setDescription] = useState(base?.description ?? '');
  const save = useChange(
    () =>
      base
        ? // The default base keeps its name: sending it would be refused.
          api.patch<KnowledgeBase>(`${path}/${base.id}`, {
            description,
            ...(name === base.name ? {} : { name }),
          })
        : api.post<KnowledgeBase>(path, { name, description }),
    {
      changes: [path],
      onDone: (saved) => {
        onClose();
        if (!base) onMade?.(saved);
      },
      quiet: true,
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={base ? `Edit ${base.name}` : 'New knowledge base'}>
      <form onSubmit={submit}>
        <Stack>
          {save.error && (
            <Alert color="red" role="alert">
              {save.error.message}
            </Alert>
          )}
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {base ? 'Save' : 'Create'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
