import { Anchor, Badge, Group, Paper, Spoiler, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { FoundChunk } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { MarkedText } from '../marked-text.tsx';
import classes from './retrieval.module.css';
import { ScoreBars } from './score-bars.tsx';

/** Exactly five lines of 22 px (retrieval.module.css), so that no line is cut in half. */
const fiveLinesPx = 110;

interface RetrievedChunkProps {
  chunk: FoundChunk;
  /** From 1. */
  rank: number;
  query: string;
  /** Rank with the other settings, 0 if they did not find it. undefined if nothing is compared. */
  otherRank: number | undefined;
  /** Name of the other settings. */
  other: string | undefined;
}

const comparison = (rank: number, otherRank: number, other: string): string => {
  if (otherRank === 0) return t('knowledge.retrieval.notInOther', { name: other });
  return otherRank === rank
    ? t('knowledge.retrieval.sameInOther', { name: other })
    : t('knowledge.retrieval.rankInOther', { rank: otherRank, name: other });
};

export const RetrievedChunk = ({ chunk, rank, query, otherRank, other }: RetrievedChunkProps) => {
  const agent = useAgentScope();
  return (
    <Paper component="li" className={classes.chunk}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={550} truncate>
          {rank}.{' '}
          <Anchor
            component={Link}
            href={`${agent.href}/knowledge/documents/${chunk.documentId}`}
            size="sm"
            c="inherit"
            fw={550}
          >
            {chunk.documentName}
          </Anchor>
        </Text>
        {otherRank !== undefined && (
          <Badge
            variant="light"
            color={otherRank === 0 ? 'orange' : 'gray'}
            tt="none"
            style={{ flexShrink: 0 }}
          >
            {comparison(rank, otherRank, other ?? '')}
          </Badge>
        )}
      </Group>
      <ScoreBars chunk={chunk} />
      <Spoiler
        maxHeight={fiveLinesPx}
        showLabel={t('trace.more')}
        hideLabel={t('trace.less')}
        fz="sm"
        attributes={{
          content: {
            'aria-label': other
              ? t('knowledge.retrieval.chunkNumberBeside', { rank, name: other })
              : t('knowledge.retrieval.chunkNumber', { rank }),
          },
        }}
      >
        <Text size="sm" className={classes.content} component="div">
          <MarkedText text={chunk.content} query={query} />
        </Text>
      </Spoiler>
    </Paper>
  );
};
