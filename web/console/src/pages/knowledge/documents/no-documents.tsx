import { Anchor, Button, Group } from '@mantine/core';
import { IconBook2, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { sampleDocument, sampleFileName } from '../sample-document.ts';

interface NoDocumentsProps {
  isFiltered: boolean;
  /** undefined if no knowledge base is selected. */
  baseName: string | undefined;
  onAdd(files: File[]): void;
}

/** Explains how to add documents and offers a sample. */
export const NoDocuments = ({ isFiltered, baseName, onAdd }: NoDocumentsProps) => {
  const { can } = useAgentScope();
  const sample = useMemo(() => URL.createObjectURL(sampleDocument()), []);
  if (isFiltered)
    return (
      <EmptyState icon={IconSearch} title={t('knowledge.empty.noMatches')}>
        {t('knowledge.empty.noMatchesHint')}
      </EmptyState>
    );
  const title =
    baseName === undefined
      ? t('knowledge.empty.title')
      : t('knowledge.empty.titleInBase', { name: baseName });
  if (!can('knowledge:write'))
    return (
      <EmptyState icon={IconBook2} title={title}>
        {t('knowledge.empty.viewer')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconBook2}
      title={title}
      action={
        <Group gap="sm" justify="center">
          <Button onClick={() => onAdd([sampleDocument()])}>{t('knowledge.empty.addSample')}</Button>
          <Anchor href={sample} download={sampleFileName} size="sm">
            {t('knowledge.empty.downloadSample')}
          </Anchor>
        </Group>
      }
    >
      {t('knowledge.empty.text')}
    </EmptyState>
  );
};
