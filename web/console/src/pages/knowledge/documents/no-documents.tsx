import { Anchor, Button, Group } from '@mantine/core';
import { IconBook2, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { sampleDocument } from '../sample-document.ts';

interface NoDocumentsProps {
  isFiltered: boolean;
  /** undefined: none of the agent's bases has a document. */
  baseName: string | undefined;
  onAdd(files: File[]): void;
}

/** Nothing here yet: how to begin, with something at hand to begin with. */
export const NoDocuments = ({ isFiltered, baseName, onAdd }: NoDocumentsProps) => {
  const { can } = useAgentScope();
  const sample = useMemo(() => URL.createObjectURL(sampleDocument()), []);
  if (isFiltered)
    return (
      <EmptyState icon={IconSearch} title="No document like that">
        Choose another state, or look for another part of the name.
      </EmptyState>
    );
  const title = baseName === undefined ? 'The agent knows nothing yet' : `Nothing in “${baseName}” yet`;
  if (!can('knowledge:write'))
    return (
      <EmptyState icon={IconBook2} title={title}>
        An editor of the workspace can add documents here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconBook2}
      title={title}
      action={
        <Group gap="sm">
          <Button onClick={() => onAdd([sampleDocument()])}>Try with a sample</Button>
          <Anchor href={sample} download="lantern-books.md" size="sm">
            Download the sample
          </Anchor>
        </Group>
      }
    >
      Add handbooks, price lists or answers to frequent questions. Each is read, cut into chunks and found by
      meaning and by words; then test what a question finds.
    </EmptyState>
  );
};
