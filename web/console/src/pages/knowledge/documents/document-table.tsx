import { Anchor, Badge, Checkbox, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { type Column, DataTable, type TablePaging } from '../../../components/data-table.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { DocumentMenu } from './document-menu.tsx';
import { DocumentState } from './document-state.tsx';
import { DocumentTags } from './document-tags.tsx';

interface DocumentTableProps {
  documents: KnowledgeDocument[];
  /** undefined if the operator may not change documents. */
  selection: { ids: ReadonlySet<string>; onChange(ids: ReadonlySet<string>): void } | undefined;
  /** undefined if all documents are in the same knowledge base. */
  baseName: ((id: string) => string) | undefined;
  onDelete(document: KnowledgeDocument): void;
  paging: TablePaging;
  empty: ReactNode;
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

export const DocumentTable = (props: DocumentTableProps) => {
  const { documents, selection, baseName, onDelete, paging, empty } = props;
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const hrefOf = ({ id }: KnowledgeDocument): string => `${agent.href}/knowledge/documents/${id}`;
  const columns: Column<KnowledgeDocument>[] = [
    {
      key: 'name',
      header: t('knowledge.list.name'),
      width: '28%',
      render: (document) => (
        <Stack gap={0} align="flex-start">
          <Anchor component={Link} href={hrefOf(document)} size="sm" fw={550} underline="hover" c="inherit">
            <Text span inherit lineClamp={3} title={document.name} style={{ overflowWrap: 'anywhere' }}>
              {document.name}
            </Text>
          </Anchor>
          <Text size="xs" c="dimmed">
            {document.kind === 'qa' ? t('knowledge.qa.kind') : document.format.toUpperCase()}
            {baseName && ` · ${baseName(document.knowledgeBaseId)}`}
          </Text>
          <DocumentTags document={document} />
        </Stack>
      ),
    },
    {
      key: 'state',
      header: t('knowledge.list.state'),
      render: (document) => (
        <Stack gap={4} align="flex-start">
          <DocumentState document={document} />
          {!document.isEnabled && (
            <Badge color="gray" variant="light">
              {t('knowledge.chunk.disabled')}
            </Badge>
          )}
        </Stack>
      ),
    },
    {
      key: 'chunks',
      header: t('knowledge.chunks'),
      align: 'right',
      render: ({ chunks }) => formatNumber(chunks),
    },
    {
      key: 'tokens',
      header: t('knowledge.list.tokens'),
      align: 'right',
      isMinor: true,
      render: ({ tokens }) => formatNumber(tokens),
    },
    {
      key: 'updated',
      header: t('knowledge.list.updated'),
      render: ({ updatedAt }) => <TimeText time={updatedAt} />,
    },
    {
      key: 'menu',
      header: t('knowledge.list.actions'),
      align: 'right',
      render: (document) => <DocumentMenu document={document} onDelete={() => onDelete(document)} />,
    },
  ];
  if (selection)
    columns.unshift({
      key: 'selected',
      header: t('knowledge.list.select'),
      isHeaderHidden: true,
      width: 36,
      render: ({ id, name }) => (
        <Checkbox
          size="xs"
          aria-label={t('knowledge.list.selectNamed', { name })}
          checked={selection.ids.has(id)}
          onChange={() => selection.onChange(toggled(selection.ids, id))}
        />
      ),
    });
  return (
    <DataTable
      label={t('knowledge.documents')}
      columns={columns}
      rows={documents}
      rowKey={({ id }) => id}
      onOpen={(document) => navigate(hrefOf(document))}
      paging={paging}
      empty={empty}
    />
  );
};
