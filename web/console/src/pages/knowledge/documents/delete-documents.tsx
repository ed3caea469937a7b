import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface DeleteDocumentsProps {
  /** Empty: closed. */
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
      done: ({ deletedIds }) =>
        deletedIds.length === 1
          ? 'One document was deleted.'
          : `${deletedIds.length} documents were deleted.`,
      onDone: onDeleted,
      quiet: true,
    },
  );
  return (
    <ConfirmDialog
      opened={documents.length > 0}
      onClose={onClose}
      title={documents.length === 1 ? `Delete ${first?.name}?` : `Delete ${documents.length} documents?`}
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      The agent finds nothing of {documents.length === 1 ? 'it' : 'them'} any more, and the files are gone.
      Answers that were given stay as they are.
    </ConfirmDialog>
  );
};
