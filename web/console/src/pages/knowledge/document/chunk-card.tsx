import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Chunk } from '../../../api/generated.ts';
import { CopyIcon } from '../../../components/copy-field.tsx';
import { t } from '../../../messages/translate.ts';
import { MarkedText } from '../marked-text.tsx';
import { ChunkMenu } from './chunk-menu.tsx';
import type { ChunkEdits } from './use-chunk-edits.ts';

interface ChunkCardProps {
  chunk: Chunk;
  words: string;
  /** undefined if the operator may not edit chunks. */
  edits: ChunkEdits | undefined;
  onEdit(chunk: Chunk): void;
}

/** A chunk that was only disabled has the text of the file. */
const isRewritten = ({ edit, content, keywords, questions }: Chunk): boolean =>
  edit?.kind === 'change' &&
  !edit.hasConflict &&
  (edit.originalContent !== content || keywords.length > 0 || questions.length > 0);

const Badges = ({ chunk }: { chunk: Chunk }) => (
  <>
    {!chunk.isEnabled && (
      <Badge color="gray" variant="light">
        {t('knowledge.chunk.disabled')}
      </Badge>
    )}
    {chunk.edit?.kind === 'add' && <Badge variant="light">{t('knowledge.chunk.added')}</Badge>}
    {isRewritten(chunk) && <Badge variant="light">{t('knowledge.chunk.edited')}</Badge>}
  </>
);

const Conflict = ({ chunk, edits }: Pick<ChunkCardProps, 'chunk' | 'edits'>) => (
  <Alert
    color="orange"
    icon={<IconAlertTriangle aria-hidden />}
    title={t('knowledge.chunk.conflict')}
    mt="xs"
    p="xs"
  >
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{t('knowledge.chunk.conflictText')}</Text>
      {chunk.edit?.originalContent && (
        <Text size="xs" c="dimmed" lineClamp={4} style={{ overflowWrap: 'anywhere' }}>
          {t('knowledge.chunk.original', { text: chunk.edit.originalContent })}
        </Text>
      )}
      {edits && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={edits.change.isPending}
            onClick={() => edits.change.mutate({ chunk, change: {} })}
          >
            {t('knowledge.chunk.keep')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={edits.restore.isPending}
            onClick={() => edits.restore.mutate(chunk)}
          >
            {t('knowledge.chunk.discard')}
          </Button>
        </Group>
      )}
    </Stack>
  </Alert>
);

/** One chunk with its state and the actions on it. */
export const ChunkCard = ({ chunk, words, edits, onEdit }: ChunkCardProps) => {
  const number = chunk.position + 1;
  return (
    <Paper p="md" component="li">
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Group gap={6}>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[`#${number}`, ...(chunk.questions.length > 0 ? [] : chunk.headingPath)].join(' › ')}
          </Text>
          <Badges chunk={chunk} />
        </Group>
        <Group gap={4} wrap="nowrap">
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t('trace.tokenCount', { count: chunk.tokens })}
          </Text>
          <CopyIcon value={chunk.content} label={t('knowledge.document.copyChunk', { number })} />
          {edits && <ChunkMenu chunk={chunk} edits={edits} onEdit={() => onEdit(chunk)} />}
        </Group>
      </Group>
      {chunk.questions.map((question) => (
        <Text key={question} size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          <MarkedText text={question} query={words} />
        </Text>
      ))}
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} component="div">
        <MarkedText text={chunk.content} query={words} />
      </Text>
      {chunk.keywords.length > 0 && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {t('knowledge.chunk.keywordList', { keywords: chunk.keywords.join(', ') })}
        </Text>
      )}
      {chunk.edit?.hasConflict && <Conflict chunk={chunk} edits={edits} />}
    </Paper>
  );
};
