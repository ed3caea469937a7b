import { Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import type { Chunk, KnowledgeDocument } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { TablePages } from '../../../components/data-table.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { usePage } from '../../../lib/use-page.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { MarkedText } from '../marked-text.tsx';
import { type ChunksAddress, mostSearched, useAllChunks } from './use-chunks.ts';

const pageSize = 20;
const mostShown = 100;

const ChunkCard = ({ chunk, words }: { chunk: Chunk; words: string }) => (
  <Paper p="md" component="li">
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[`#${chunk.position + 1}`, ...chunk.headingPath].join(' › ')}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t('trace.tokenCount', { count: chunk.tokens })}
        </Text>
        <CopyIcon
          value={chunk.content}
          label={t('knowledge.document.copyChunk', { number: chunk.position + 1 })}
        />
      </Group>
    </Group>
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} component="div">
      <MarkedText text={chunk.content} query={words} />
    </Text>
  </Paper>
);

const ChunkCards = ({ chunks, words }: { chunks: Chunk[]; words: string }) => (
  <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('knowledge.chunks')}>
    {chunks.map((chunk) => (
      <ChunkCard key={chunk.id} chunk={chunk} words={words} />
    ))}
  </Stack>
);

const matches = ({ content, headingPath }: Chunk, words: string): boolean =>
  [content, ...headingPath].some((text) => text.toLowerCase().includes(words.toLowerCase()));

const FoundChunks = ({ path, words, total }: { path: ChunksAddress; words: string; total: number }) => (
  <ResourceView resource={useAllChunks(path, true)}>
    {(chunks) => {
      const found = chunks.filter((chunk) => matches(chunk, words));
      return (
        <Stack gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {t('knowledge.document.found', { found: found.length, total: chunks.length })}
          </Text>
          {found.length > mostShown && (
            <Text size="xs" c="dimmed">
              {t('knowledge.document.firstShown', { count: mostShown })}
            </Text>
          )}
          {total > mostSearched && (
            <Text size="xs" c="dimmed">
              {t('knowledge.document.firstSearched', { count: mostSearched })}
            </Text>
          )}
          <ChunkCards chunks={found.slice(0, mostShown)} words={words} />
        </Stack>
      );
    }}
  </ResourceView>
);

const ChunkPages = ({ path }: { path: ChunksAddress }) => {
  const [page, setPage] = usePage();
  const chunks = useResource(path, { query: { page, pageSize } });
  return (
    <ResourceView resource={chunks}>
      {({ items, total }) => (
        <div>
          <ChunkCards chunks={items} words="" />
          <TablePages page={page} pageSize={pageSize} total={total} onPage={setPage} shown={items.length} />
        </div>
      )}
    </ResourceView>
  );
};

/** The chunks of a document that retrieval can return. */
export const ChunkList = ({ document }: { document: KnowledgeDocument }) => {
  const agent = useAgentScope();
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text.trim(), 250);
  const path = at(agent.api, '/documents/{documentId}/chunks', { documentId: document.id });
  if (!document.isServing)
    return (
      <Text size="sm" c="dimmed">
        {document.status === 'FAILED' ? t('knowledge.document.failed') : t('knowledge.document.chunksLater')}
      </Text>
    );
  return (
    <section aria-labelledby="chunks">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="chunks">
          {t('knowledge.chunks')}
        </Title>
        <TextInput
          aria-label={t('knowledge.document.searchChunks')}
          placeholder={t('knowledge.document.searchChunks')}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Group>
      {words === '' ? (
        <ChunkPages path={path} />
      ) : (
        <FoundChunks path={path} words={words} total={document.chunks} />
      )}
    </section>
  );
};
