import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface DeleteDocumentsProps {
  /** The dialog is closed when empty. */
  documents: readonly KnowledgeDocument[];
  onClose(): void;
  onDeleted?(): void;
}

export const DeleteDocuments = ({ documents, onClose, onDeleted }: DeleteDocumentsProps) => {
  const agent = useAgentScope();
  const [first] = documents;
  const remove = useChange(
    () =>
      api.post(at(agent.api, '/documents/delete'), {
        documentIds: documents.map(({ id }) => id),
      }),
    {
      changes: [at(agent.api, '/documents'), at(agent.api, '/knowledge-bases')],
      done: ({ deletedIds }) => t('knowledge.delete.done', { count: deletedIds.length }),
      onDone: onDeleted,
      quiet: true,
    },
  );
  return (
    <ConfirmDialog
      opened={documents.length > 0}
      onClose={onClose}
      title={t('knowledge.delete.title', { count: documents.length, name: first?.name ?? '' })}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      {t('knowledge.delete.text', { count: documents.length })}
    </ConfirmDialog>
  );
};
