import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { at } from '../../../api/address.ts';
import type { Chunk, KnowledgeDocument } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { TablePages } from '../../../components/data-table.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { usePage } from '../../../lib/use-page.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ChunkCard } from './chunk-card.tsx';
import { ChunkDialog } from './chunk-dialog.tsx';
import { useChunkEdits } from './use-chunk-edits.ts';
import { type ChunksAddress, mostSearched, useAllChunks } from './use-chunks.ts';

const pageSize = 20;
const mostShown = 100;

type CardProps = Pick<ComponentProps<typeof ChunkCard>, 'edits' | 'onEdit'>;

const ChunkCards = ({ chunks, words, ...card }: CardProps & { chunks: Chunk[]; words: string }) => (
  <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('knowledge.chunks')}>
    {chunks.map((chunk) => (
      <ChunkCard key={chunk.id} chunk={chunk} words={words} {...card} />
    ))}
  </Stack>
);

const matches = ({ content, headingPath, questions, keywords }: Chunk, words: string): boolean =>
  [content, ...headingPath, ...questions, ...keywords].some((text) =>
    text.toLowerCase().includes(words.toLowerCase()),
  );

const FoundChunks = ({
  path,
  words,
  total,
  ...card
}: CardProps & { path: ChunksAddress; words: string; total: number }) => (
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
          <ChunkCards chunks={found.slice(0, mostShown)} words={words} {...card} />
        </Stack>
      );
    }}
  </ResourceView>
);

const ChunkPages = ({ path, ...card }: CardProps & { path: ChunksAddress }) => {
  const [page, setPage] = usePage();
  const chunks = useResource(path, { query: { page, pageSize } });
  return (
    <ResourceView resource={chunks}>
      {({ items, total }) => (
        <div>
          <ChunkCards chunks={items} words="" {...card} />
          <TablePages page={page} pageSize={pageSize} total={total} onPage={setPage} shown={items.length} />
        </div>
      )}
    </ResourceView>
  );
};

/** The chunks of a document that retrieval can return. */
export const ChunkList = ({ document }: { document: KnowledgeDocument }) => {
  const agent = useAgentScope();
  const edits = useChunkEdits(document.id);
  const [edited, setEdited] = useState<Chunk | 'new'>();
  const [text, setText] = useState('');
  const [words] = useDebouncedValue(text.trim(), 250);
  const path = at(agent.api, '/documents/{documentId}/chunks', { documentId: document.id });
  if (!document.isServing)
    return (
      <Text size="sm" c="dimmed">
        {document.status === 'FAILED' ? t('knowledge.document.failed') : t('knowledge.document.chunksLater')}
      </Text>
    );
  const mayEdit = agent.can('knowledge:write');
  const card = { edits: mayEdit ? edits : undefined, onEdit: setEdited };
  const isQa = document.kind === 'qa';
  return (
    <section aria-labelledby="chunks">
      <Group mb="sm" gap="sm">
        <Title order={2} id="chunks" mr="auto">
          {isQa ? t('knowledge.qa.title') : t('knowledge.chunks')}
        </Title>
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            disabled={document.status !== 'ACTIVE'}
            onClick={() => setEdited('new')}
          >
            {isQa ? t('knowledge.qa.addPair') : t('knowledge.chunk.add')}
          </Button>
        )}
        <TextInput
          aria-label={t('knowledge.document.searchChunks')}
          placeholder={t('knowledge.document.searchChunks')}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Group>
      {words === '' ? (
        <ChunkPages path={path} {...card} />
      ) : (
        <FoundChunks path={path} words={words} total={document.chunks} {...card} />
      )}
      {edited && (
        <ChunkDialog
          document={document}
          chunk={edited === 'new' ? undefined : edited}
          save={edits.save}
          onClose={() => {
            setEdited(undefined);
            edits.save.reset();
          }}
        />
      )}
    </section>
  );
};
