import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../../api/api-error.ts';
import type { RetrievalResult } from '../../../api/generated.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { FoundPassage } from './found-passage.tsx';

interface RetrievalResultsProps {
  /** "A" or "B" where two are compared. */
  name: string | undefined;
  query: string;
  result: UseQueryResult<RetrievalResult, ApiError>;
  /** What the other settings found. */
  other: { name: string; result: RetrievalResult | undefined } | undefined;
}

const stages: [keyof RetrievalResult['timings'], string][] = [
  ['embedMs', 'meaning of the question'],
  ['searchMs', 'search'],
  ['readMs', 'reading'],
  ['rerankMs', 'reranking'],
];

const Timings = ({ timings }: Pick<RetrievalResult, 'timings'>) => (
  <Text size="xs" c="dimmed">
    {timings.totalMs.toFixed(1)} ms
    {stages
      .filter(([stage]) => timings[stage] >= 0.05)
      .map(([stage, label]) => ` · ${label} ${timings[stage].toFixed(1)}`)
      .join('')}
  </Text>
);

const countOf = (passages: number): string => (passages === 1 ? '1 passage' : `${passages} passages`);

/** What was found, best first, with the reasons. */
export const RetrievalResults = ({ name, query, result, other }: RetrievalResultsProps) => {
  const { data, error, refetch, isFetching } = result;
  const otherRank = (chunkId: string): number | undefined =>
    other?.result && other.result.chunks.findIndex((chunk) => chunk.chunkId === chunkId) + 1;
  return (
    <section aria-label={name ? `Results of ${name}` : 'Results'} aria-busy={isFetching}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2}>
          {name && `${name}: `}
          {data ? countOf(data.chunks.length) : 'Passages'}
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
            Nothing was found. Lower the lowest score, ask with other words, or look whether the documents are
            active.
          </Text>
        )}
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {data?.chunks.map((chunk, index) => (
            <FoundPassage
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
