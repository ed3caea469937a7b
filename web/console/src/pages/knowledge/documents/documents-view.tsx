import { Button, Group, NativeSelect, Pill, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconListSearch, IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../../api/address.ts';
import type { DocumentStatus } from '../../../api/derived-types.ts';
import type { CountedKnowledgeBase, KnowledgeDocument } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { useFilter } from '../../../lib/use-filter.ts';
import { usePage } from '../../../lib/use-page.ts';
import { t } from '../../../messages/translate.ts';
import { useKnowledgeBases } from '../../../session/use-knowledge-bases.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { BaseList } from '../bases/base-list.tsx';
import { KnowledgeTabs } from '../sources/knowledge-tabs.tsx';
import { AddDocuments } from '../upload/add-documents.tsx';
import { UploadList } from '../upload/upload-list.tsx';
import type { Uploads } from '../upload/use-uploads.ts';
import { DeleteDocuments } from './delete-documents.tsx';
import { stateLabels } from './document-state.tsx';
import { DocumentTable } from './document-table.tsx';
import classes from './documents-view.module.css';
import { NoDocuments } from './no-documents.tsx';
import { RetryAllFailed } from './retry-all-failed.tsx';

const pageSize = 25;
const pauseMs = 250;

const Filters = ({ onDelete }: { onDelete: (() => void) | undefined }) => {
  const [status, setStatus] = useFilter('status');
  const [name, setName] = useFilter('name');
  const [tag, setTag] = useFilter('tag');
  const search = useDebouncedCallback(setName, pauseMs);
  return (
    <Group gap="sm">
      <TextInput
        aria-label={t('knowledge.list.searchByName')}
        placeholder={t('knowledge.list.searchByName')}
        leftSection={<IconSearch size={15} aria-hidden />}
        defaultValue={name}
        onChange={(event) => search(event.currentTarget.value)}
        maxLength={200}
        style={{ flex: '1 1 180px' }}
        maw={320}
      />
      <NativeSelect
        aria-label={t('knowledge.list.state')}
        data={[
          { value: '', label: t('knowledge.list.allStates') },
          ...Object.entries(stateLabels).map(([value, label]) => ({ value, label: t(label) })),
        ]}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value)}
      />
      {tag !== '' && (
        <Pill
          withRemoveButton
          onRemove={() => setTag('')}
          removeButtonProps={{ 'aria-label': t('knowledge.list.clearTag') }}
        >
          {t('knowledge.list.tag', { tag })}
        </Pill>
      )}
      {status === 'FAILED' && <RetryAllFailed />}
      {onDelete && (
        <Button
          variant="default"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={onDelete}
          ml="auto"
        >
          {t('knowledge.list.deleteSelected')}
        </Button>
      )}
    </Group>
  );
};

interface DocumentListProps {
  base: CountedKnowledgeBase | undefined;
  bases: CountedKnowledgeBase[];
  uploads: Uploads;
}

const DocumentList = ({ base, bases, uploads }: DocumentListProps) => {
  const agent = useAgentScope();
  const [page, setPage] = usePage();
  const [status] = useFilter<DocumentStatus>('status');
  const [name] = useFilter('name');
  const [tag] = useFilter('tag');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<KnowledgeDocument[]>([]);
  const documents = useResource(at(agent.api, '/documents'), {
    query: {
      page,
      pageSize,
      knowledgeBaseId: base?.id,
      status: status || undefined,
      name: name || undefined,
      tag: tag || undefined,
    },
  });
  const selectedDocuments = (documents.data?.items ?? []).filter(({ id }) => selected.has(id));
  const baseName = (id: string): string => bases.find((one) => one.id === id)?.name ?? '';
  return (
    <Stack gap="md">
      <Filters onDelete={selectedDocuments.length > 0 ? () => setDeleting(selectedDocuments) : undefined} />
      <ResourceView resource={documents}>
        {({ items, total }) => (
          <DocumentTable
            documents={items}
            selection={agent.can('knowledge:write') ? { ids: selected, onChange: setSelected } : undefined}
            baseName={base || bases.length < 2 ? undefined : baseName}
            onDelete={(document) => setDeleting([document])}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <NoDocuments
                isFiltered={status !== '' || name !== '' || tag !== ''}
                baseName={base?.name}
                onAdd={(files) => uploads.add(files, { knowledgeBaseId: base?.id })}
              />
            }
          />
        )}
      </ResourceView>
      <DeleteDocuments
        documents={deleting}
        onClose={() => setDeleting([])}
        onDeleted={() => setSelected(new Set())}
      />
    </Stack>
  );
};

/** The documents of the agent by knowledge base. */
export const DocumentsView = ({ uploads }: { uploads: Uploads }) => {
  const agent = useAgentScope();
  const bases = useKnowledgeBases();
  const [baseId] = useFilter('base');
  const base = bases.find(({ id }) => id === baseId);
  const target = base ?? bases.find(({ isDefault }) => isDefault);
  return (
    <>
      <PageHeader title={t('knowledge.title')} description={t('knowledge.description')}>
        {agent.can('agent:read') && (
          <Button
            component={Link}
            href={`${agent.href}/knowledge/test`}
            variant="default"
            leftSection={<IconListSearch size={16} aria-hidden />}
          >
            {t('knowledge.testRetrieval')}
          </Button>
        )}
      </PageHeader>
      <KnowledgeTabs value="documents" />
      <div className={classes.columns}>
        <BaseList bases={bases} selectedId={base?.id} />
        <Stack gap="md" miw={0}>
          {agent.can('knowledge:write') && (
            <AddDocuments uploads={uploads} knowledgeBaseId={base?.id} baseName={target?.name} />
          )}
          <UploadList uploads={uploads} />
          <DocumentList key={base?.id} base={base} bases={bases} uploads={uploads} />
        </Stack>
      </div>
    </>
  );
};
