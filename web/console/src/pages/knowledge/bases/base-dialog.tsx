import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeBase } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LimitedInput, LimitedTextarea } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface BaseDialogProps {
  /** undefined to create a knowledge base. */
  base: KnowledgeBase | undefined;
  onClose(): void;
  onCreated?(base: KnowledgeBase): void;
}

/** Creates or edits a knowledge base. */
export const BaseDialog = ({ base, onClose, onCreated }: BaseDialogProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/knowledge-bases');
  const [name, setName] = useState(base?.name ?? '');
  const [description, setDescription] = useState(base?.description ?? '');
  const save = useChange(
    () =>
      base
        ? // The service rejects a name for the default knowledge base.
          api.patch(at(path, '/{baseId}', { baseId: base.id }), {
            description,
            ...(name === base.name ? {} : { name }),
          })
        : api.post(path, { name, description }),
    {
      changes: [path],
      onDone: (saved) => {
        onClose();
        if (!base) onCreated?.(saved);
      },
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={base ? t('knowledge.bases.editTitle', { name: base.name }) : t('knowledge.bases.new')}
      action={base ? t('common.save') : t('common.create')}
      change={save}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <LimitedInput
        label={t('common.name')}
        description={base?.isDefault ? t('knowledge.bases.defaultName') : undefined}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={100}
        disabled={base?.isDefault}
        required
        data-autofocus
      />
      <LimitedTextarea
        label={t('common.description')}
        description={t('knowledge.bases.descriptionHint')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        limit={1000}
        autosize
        minRows={2}
        maxRows={6}
      />
    </FormDialog>
  );
};
