import { Anchor, Badge, Group, Paper, Spoiler, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { FoundChunk } from '../../../api/generated.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { MarkedText } from '../marked-text.tsx';
import classes from './retrieval.module.css';
import { ScoreBars } from './score-bars.tsx';

interface FoundPassageProps {
  chunk: FoundChunk;
  /** From 1. */
  rank: number;
  query: string;
  /** Its place with the other settings; 0: not found there. undefined: nothing is compared. */
  otherRank: number | undefined;
  other: string | undefined;
}

const comparison = (rank: number, otherRank: number, other: string): string => {
  if (otherRank === 0) return `not in ${other}`;
  return otherRank === rank ? `same in ${other}` : `#${otherRank} in ${other}`;
};

export const FoundPassage = ({ chunk, rank, query, otherRank, other }: FoundPassageProps) => {
  const agent = useAgentScope();
  return (
    <Paper component="li" className={classes.passage}>
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
        maxHeight={110}
        showLabel="More"
        hideLabel="Less"
        fz="sm"
        attributes={{
          content: { 'aria-label': other ? `Passage ${rank}, beside ${other}` : `Passage ${rank}` },
        }}
      >
        <Text size="sm" className={classes.content} component="div">
          <MarkedText text={chunk.content} query={query} />
        </Text>
      </Spoiler>
    </Paper>
  );
};
