import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconDownload, IconReplace, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { Figure } from '../../../components/figure.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { isWebAddress } from '../../../lib/is-web-address.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useBases } from '../bases/use-bases.ts';
import { DeleteDocuments } from '../documents/delete-documents.tsx';
import { DocumentState } from '../documents/document-state.tsx';
import { ReplaceDocument } from '../upload/replace-document.tsx';
import { ChunkList } from './chunk-list.tsx';

const Actions = ({ document }: { document: KnowledgeDocument }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [isReplacing, setIsReplacing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <Button
        component="a"
        href={api.link(at(agent.api, '/documents/{documentId}/file', { documentId: document.id }))}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Download
      </Button>
      {agent.can('knowledge:write') && (
        <>
          <Button
            variant="default"
            leftSection={<IconReplace size={16} aria-hidden />}
            onClick={() => setIsReplacing(true)}
          >
            Replace
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            Delete
          </Button>
        </>
      )}
      {isReplacing && <ReplaceDocument document={document} onClose={() => setIsReplacing(false)} />}
      <DeleteDocuments
        documents={isDeleting ? [document] : []}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate(`${agent.href}/knowledge`)}
      />
    </>
  );
};

const Facts = ({ document }: { document: KnowledgeDocument }) => (
  <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
    <Figure label="State" value={<DocumentState document={document} />} />
    <Figure label="Chunks" value={document.chunks.toLocaleString()} note="pieces that can be found" />
    <Figure
      label="Tokens"
      value={document.tokens.toLocaleString()}
      note={`${document.characters.toLocaleString()} characters`}
    />
    <Figure
      label="Changed"
      value={<TimeText time={document.updatedAt} fz="md" />}
      note={
        <>
          added <TimeText time={document.createdAt} fz="xs" c="dimmed" />
          {document.createdBy !== '' && ` by ${document.createdBy}`}
        </>
      }
    />
  </SimpleGrid>
);

const Detail = ({ document }: { document: KnowledgeDocument }) => {
  const bases = useBases();
  const base = bases.find(({ id }) => id === document.knowledgeBaseId);
  return (
    <>
      <PageHeader
        title={document.name}
        description={
          <>
            {document.format}
            {base && ` in “${base.name}”`}
            {document.sourceUrl !== '' && (
              <>
                {' '}
                · citations lead to{' '}
                {isWebAddress(document.sourceUrl) ? (
                  <Anchor href={document.sourceUrl} target="_blank" rel="noopener noreferrer" size="sm">
                    {document.sourceUrl}
                  </Anchor>
                ) : (
                  document.sourceUrl
                )}
              </>
            )}
          </>
        }
      >
        <Actions document={document} />
      </PageHeader>
      <Stack gap="lg">
        <Facts document={document} />
        {document.warnings.length > 0 && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Not everything could be read">
            {document.warnings.map((warning) => (
              <Text key={warning} size="sm">
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

/** One document: how far it is, and what came of it. */
export const DocumentView = ({ documentId }: { documentId: string }) => {
  const agent = useAgentScope();
  const document = useResource(at(agent.api, '/documents/{documentId}', { documentId }));
  return (
    <>
      <Group mb="xs">
        <Anchor component={Link} href={`${agent.href}/knowledge`} size="sm" underline="hover">
          <IconArrowLeft size={14} style={{ verticalAlign: -2 }} aria-hidden /> Knowledge
        </Anchor>
      </Group>
      <ResourceView resource={document} bars={4}>
        {(data) => <Detail document={data} />}
      </ResourceView>
    </>
  );
};
