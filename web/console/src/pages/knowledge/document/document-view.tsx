import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconDownload,
  IconPencil,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { Figure } from '../../../components/figure.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { describeActor } from '../../../lib/describe-actor.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { isWebAddress } from '../../../lib/is-web-address.ts';
import { rich } from '../../../messages/rich.ts';
import { t } from '../../../messages/translate.ts';
import { useKnowledgeBases } from '../../../session/use-knowledge-bases.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { DeleteDocuments } from '../documents/delete-documents.tsx';
import { DocumentDialog } from '../documents/document-dialog.tsx';
import { DocumentState } from '../documents/document-state.tsx';
import { DocumentTags } from '../documents/document-tags.tsx';
import { downloadLink } from '../documents/download-link.ts';
import { ReplaceDocument } from '../upload/replace-document.tsx';
import { ChunkList } from './chunk-list.tsx';

const Actions = ({ document }: { document: KnowledgeDocument }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [isReplacing, setIsReplacing] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <Button
        component="a"
        href={downloadLink(agent.api, document)}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {document.kind === 'qa' ? t('knowledge.qa.export') : t('knowledge.download')}
      </Button>
      {agent.can('knowledge:write') && (
        <>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            {t('knowledge.edit.ask')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconReplace size={16} aria-hidden />}
            onClick={() => setIsReplacing(true)}
          >
            {t('common.replace')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            {t('common.delete')}
          </Button>
        </>
      )}
      {isEditing && <DocumentDialog document={document} onClose={() => setIsEditing(false)} />}
      {isReplacing && <ReplaceDocument document={document} onClose={() => setIsReplacing(false)} />}
      <DeleteDocuments
        documents={isDeleting ? [document] : []}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate(`${agent.href}/knowledge`)}
      />
    </>
  );
};

const AddedNote = ({ document }: { document: KnowledgeDocument }) => {
  const time = <TimeText time={document.createdAt} fz="xs" c="dimmed" />;
  return document.createdBy === ''
    ? rich('knowledge.document.added', { time })
    : rich('knowledge.document.addedBy', { time, operator: describeActor(document.createdBy) });
};

const CitationLink = ({ url }: { url: string }) =>
  rich('knowledge.document.citationLink', {
    url: isWebAddress(url) ? (
      <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
        {url}
      </Anchor>
    ) : (
      url
    ),
  });

const Facts = ({ document }: { document: KnowledgeDocument }) => (
  <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
    <Figure label={t('knowledge.list.state')} value={<DocumentState document={document} />} />
    <Figure
      label={t('knowledge.chunks')}
      value={formatNumber(document.chunks)}
      note={t('knowledge.document.chunksNote')}
    />
    <Figure
      label={t('knowledge.list.tokens')}
      value={formatNumber(document.tokens)}
      note={t('knowledge.document.characters', { count: document.characters })}
    />
    <Figure
      label={t('knowledge.list.updated')}
      value={<TimeText time={document.updatedAt} fz="md" />}
      note={<AddedNote document={document} />}
    />
  </SimpleGrid>
);

const Detail = ({ document }: { document: KnowledgeDocument }) => {
  const bases = useKnowledgeBases();
  const base = bases.find(({ id }) => id === document.knowledgeBaseId);
  return (
    <>
      <PageHeader
        title={document.name}
        description={
          <>
            {document.kind === 'qa' ? t('knowledge.qa.kind') : document.format.toUpperCase()}
            {base && ` · ${base.name}`}
            {document.sourceUrl !== '' && (
              <>
                {' · '}
                <CitationLink url={document.sourceUrl} />
              </>
            )}
          </>
        }
      >
        <Actions document={document} />
      </PageHeader>
      <Stack gap="lg">
        <Facts document={document} />
        <DocumentTags document={document} />
        {!document.isEnabled && (
          <Alert color="gray" title={t('knowledge.edit.isDisabled')}>
            {t('knowledge.edit.isDisabledText')}
          </Alert>
        )}
        {document.warnings.length > 0 && (
          <Alert
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('knowledge.document.warnings')}
          >
            {document.warnings.map((warning) => (
              <Text key={warning} size="sm" lang="en">
                {warning}
              </Text>
            ))}
          </Alert>
        )}
        <ChunkList document={document} />
      </Stack>
    </>
  );
};

/** One document: its state and its chunks. */
export const DocumentView = ({ documentId }: { documentId: string }) => {
  const agent = useAgentScope();
  const document = useResource(at(agent.api, '/documents/{documentId}', { documentId }));
  return (
    <>
      <Group mb="xs">
        <Anchor component={Link} href={`${agent.href}/knowledge`} size="sm" underline="hover">
          <IconArrowLeft size={14} style={{ verticalAlign: -2 }} aria-hidden /> {t('knowledge.title')}
        </Anchor>
      </Group>
      <ResourceView resource={document} bars={4}>
        {(data) => <Detail document={data} />}
      </ResourceView>
    </>
  );
};
