import { Anchor, Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../../api/address.ts';
import type { MessageCitation } from '../../../api/derived-types.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { isWebAddress } from '../../../lib/is-web-address.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import classes from './transcript.module.css';

interface CitedChunkProps {
  roundId: string;
  citation: MessageCitation;
}

/** Text of a chunk as it was when the reply used it. */
const CitedChunk = ({ roundId, citation: { chunkId, documentId, sourceUrl } }: CitedChunkProps) => {
  const agent = useAgentScope();
  const round = useResource(at(agent.api, '/rounds/{roundId}', { roundId }));
  if (round.error) return <ErrorState error={round.error} onRetry={round.refetch} />;
  const chunk = round.data?.citations.find((citation) => citation.chunkId === chunkId);
  return (
    <Paper className={classes.chunk} role="region" aria-label={t('conversations.citation.chunk')}>
      {round.data ? (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {chunk?.content ?? t('conversations.citation.noText')}
        </Text>
      ) : (
        <Skeleton height={40} />
      )}
      <Group gap="md" mt="xs">
        <Anchor component={Link} size="xs" href={`${agent.href}/knowledge/documents/${documentId}`}>
          {t('conversations.citation.openDocument')}
        </Anchor>
        {isWebAddress(sourceUrl) && (
          <Anchor size="xs" href={sourceUrl} target="_blank" rel="noopener noreferrer">
            {t('conversations.citation.openSource')}
          </Anchor>
        )}
      </Group>
    </Paper>
  );
};

/** The citations of a reply. A click on one shows its chunk below. */
export const CitationList = ({ roundId, citations }: { roundId: string; citations: MessageCitation[] }) => {
  const [openId, setOpenId] = useState<string>();
  const open = citations.find(({ chunkId }) => chunkId === openId);
  return (
    <div className={classes.citations}>
      <Group gap={6} role="group" aria-label={t('conversations.citation.title')}>
        {citations.map(({ chunkId, documentName, score }, index) => (
          <Button
            key={chunkId}
            size="compact-xs"
            variant={chunkId === openId ? 'light' : 'default'}
            leftSection={<IconQuote size={13} aria-hidden />}
            rightSection={
              <Text span size="xs" c="dimmed">
                {formatNumber(score, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
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
      {open && <CitedChunk roundId={roundId} citation={open} />}
    </div>
  );
};
