import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../../api/api-error.ts';
import type { RetrievalResult } from '../../../api/generated.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatDuration } from '../../../lib/format-duration.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { RetrievedChunk } from './retrieved-chunk.tsx';

interface RetrievalResultsProps {
  /** "A" or "B" if two settings are compared. */
  name: string | undefined;
  query: string;
  result: UseQueryResult<RetrievalResult, ApiError>;
  /** Result with the other settings. */
  other: { name: string; result: RetrievalResult | undefined } | undefined;
}

const stages: [keyof RetrievalResult['timings'], LabelKey][] = [
  ['embedMs', 'knowledge.retrieval.time.embed'],
  ['searchMs', 'knowledge.retrieval.time.search'],
  ['readMs', 'knowledge.retrieval.time.read'],
  ['rerankMs', 'knowledge.retrieval.time.rerank'],
];

const Timings = ({ timings }: Pick<RetrievalResult, 'timings'>) => (
  <Text size="xs" c="dimmed">
    {formatDuration(timings.totalMs)}
    {stages
      .filter(([stage]) => timings[stage] >= 0.05)
      .map(([stage, label]) => ` · ${t(label)} ${formatDuration(timings[stage])}`)
      .join('')}
  </Text>
);

/** The chunks that were found, best first, with their scores. */
export const RetrievalResults = ({ name, query, result, other }: RetrievalResultsProps) => {
  const { data, error, refetch, isFetching } = result;
  const otherRank = (chunkId: string): number | undefined =>
    other?.result && other.result.chunks.findIndex((chunk) => chunk.chunkId === chunkId) + 1;
  const named = (label: LabelKey): string =>
    name === undefined ? t(label) : t('knowledge.retrieval.ofVariant', { label: t(label), name });
  const count = data
    ? t('knowledge.retrieval.chunkCount', { count: data.chunks.length })
    : t('knowledge.chunks');
  return (
    <section aria-label={named('knowledge.retrieval.results')} aria-busy={isFetching}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2}>
          {name === undefined ? count : t('knowledge.retrieval.valueOf', { label: name, value: count })}
        </Title>
        {data && <Timings timings={data.timings} />}
      </Group>
      <Stack gap="sm">
        {error && <ErrorState error={error} onRetry={refetch} />}
        {data?.warnings.map((warning) => (
          <Alert key={warning} color="orange">
            {warning}
          </Alert>
        ))}
        {!data && !error && <Skeleton height={120} />}
        {data?.chunks.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('knowledge.retrieval.noMatches')}
          </Text>
        )}
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {data?.chunks.map((chunk, index) => (
            <RetrievedChunk
              key={chunk.chunkId}
              chunk={chunk}
              rank={index + 1}
              query={query}
              otherRank={otherRank(chunk.chunkId)}
              other={other?.name}
            />
          ))}
        </Stack>
      </Stack>
    </section>
  );
};
