import { Alert, Button, Group, Modal, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { FoundChunk, RetrievalResult } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import classes from './assistance.module.css';
import { PassageLinks } from './passage-links.tsx';
import { quotePassage } from './quote-passage.ts';

const longestQuery = 2000;

const useSearch = (query: string) => {
  const path = at(useAgentScope().api, '/retrieval-test');
  return useQuery<RetrievalResult, ApiError>({
    queryKey: [path, { query }],
    queryFn: ({ signal }) => api.post(path, { query }, { signal }),
    enabled: query !== '',
  });
};

const Result = ({ chunk, onInsert }: { chunk: FoundChunk; onInsert(): void }) => (
  <Paper component="li" withBorder p="xs">
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm" fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {chunk.documentName}
      </Text>
      <Button
        size="compact-sm"
        variant="light"
        flex="none"
        aria-label={t('inboxAssist.search.insertOf', { name: chunk.documentName })}
        onClick={onInsert}
      >
        {t('inboxAssist.search.insert')}
      </Button>
    </Group>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
    <section className={classes.text} tabIndex={0} aria-label={chunk.documentName}>
      {chunk.content}
    </section>
    <PassageLinks {...chunk} />
  </Paper>
);

interface KnowledgeDialogProps {
  /** Searched at once, if not empty. */
  firstQuery: string;
  onInsert(quote: string): void;
  onClose(): void;
}

/** Searches the knowledge of the agent. A passage can be put into the reply as a quote. */
export const KnowledgeDialog = ({ firstQuery, onInsert, onClose }: KnowledgeDialogProps) => {
  const [words, setWords] = useState(firstQuery);
  const [query, setQuery] = useState(firstQuery.trim());
  const { data, error, isFetching } = useSearch(query);
  const search = (event: FormEvent): void => {
    event.preventDefault();
    setQuery(words.trim());
  };
  return (
    <Modal opened onClose={onClose} title={t('inboxAssist.search.title')} size="lg">
      <Stack gap="sm">
        <form onSubmit={search}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              data-autofocus
              label={t('inboxAssist.search.query')}
              maxLength={longestQuery}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Button type="submit" loading={isFetching} disabled={words.trim() === ''}>
              {t('inboxAssist.search.action')}
            </Button>
          </Group>
        </form>
        {error && (
          <Alert color="red" role="alert">
            {t('inboxAssist.search.failed', { reason: error.message })}
          </Alert>
        )}
        <Text size="sm" c="dimmed" role="status">
          {data && !isFetching && t('inboxAssist.search.found', { count: data.chunks.length })}
        </Text>
        <ul className={classes.results}>
          {data?.chunks.map((chunk) => (
            <Result key={chunk.chunkId} chunk={chunk} onInsert={() => onInsert(quotePassage(chunk))} />
          ))}
        </ul>
      </Stack>
    </Modal>
  );
};
