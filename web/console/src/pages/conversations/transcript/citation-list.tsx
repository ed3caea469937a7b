import { Anchor, Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../../api/address.ts';
import type { MessageCitation } from '../../../api/derived-types.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { isWebAddress } from '../../../lib/is-web-address.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import classes from './transcript.module.css';

/** Other schemes could run something. */
interface PassageProps {
  roundId: string;
  citation: MessageCitation;
}

const Passage = ({ roundId, citation: { chunkId, documentId, sourceUrl } }: PassageProps) => {
  const agent = useAgentScope();
  const round = useResource(at(agent.api, '/rounds/{roundId}', { roundId }));
  if (round.error) return <ErrorState error={round.error} onRetry={round.refetch} />;
  const passage = round.data?.citations.find((citation) => citation.chunkId === chunkId);
  return (
    <Paper className={classes.passage} role="region" aria-label="Passage">
      {round.data ? (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {passage?.content ?? 'The passage was not kept.'}
        </Text>
      ) : (
        <Skeleton height={40} />
      )}
      <Group gap="md" mt="xs">
        <Anchor component={Link} size="xs" href={`${agent.href}/knowledge/documents/${documentId}`}>
          Open the document
        </Anchor>
        {isWebAddress(sourceUrl) && (
          <Anchor size="xs" href={sourceUrl} target="_blank" rel="noopener noreferrer">
            Where it comes from
          </Anchor>
        )}
      </Group>
    </Paper>
  );
};

/** The passages an answer rests on, as they were when it was given; each opens below. */
export const CitationList = ({ roundId, citations }: { roundId: string; citations: MessageCitation[] }) => {
  const [openId, setOpenId] = useState<string>();
  const open = citations.find(({ chunkId }) => chunkId === openId);
  return (
    <div className={classes.citations}>
      <Group gap={6} role="group" aria-label="Sources">
        {citations.map(({ chunkId, documentName, score }, index) => (
          <Button
            key={chunkId}
            size="compact-xs"
            variant={chunkId === openId ? 'light' : 'default'}
            leftSection={<IconQuote size={13} aria-hidden />}
            rightSection={
              <Text span size="xs" c="dimmed">
                {score.toFixed(2)}
              </Text>
            }
            aria-expanded={chunkId === openId}
            onClick={() => setOpenId(chunkId === openId ? undefined : chunkId)}
          >
            <span className={classes.source}>
              {index + 1}. {documentName}
            </span>
          </Button>
        ))}
      </Group>
      {open && <Passage roundId={roundId} citation={open} />}
    </div>
  );
};
