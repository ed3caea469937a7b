import { Divider, Stack, Text } from '@mantine/core';
import { formatCredits } from '../../lib/format-credits.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t } from '../../messages/translate.ts';
import { Exchange } from '../try-it/exchange.tsx';
import { sumTrials, type TimedTrial } from './timed-trial.ts';

const figuresOf = ({ round, firstTextMs, totalMs }: TimedTrial): string =>
  [
    firstTextMs !== undefined && t('sideBySide.firstText', { time: formatDuration(firstTextMs) }),
    totalMs !== undefined && t('sideBySide.total', { time: formatDuration(totalMs) }),
    round?.tokens &&
      t('trace.tokenCount', { count: round.tokens.promptTokens + round.tokens.completionTokens }),
    round && t('trace.credits', { credits: formatCredits(round.credits) }),
  ]
    .filter(Boolean)
    .join(' · ');

const Sums = ({ trials }: { trials: readonly TimedTrial[] }) => {
  const { count, failed, firstTextMs, totalMs, tokens, credits } = sumTrials(trials);
  if (count === 0) return null;
  return (
    <Text size="sm" fw={550}>
      {[
        t('sideBySide.replies', { count }),
        failed > 0 && t('sideBySide.failed', { count: failed }),
        firstTextMs !== undefined && t('sideBySide.meanFirstText', { time: formatDuration(firstTextMs) }),
        t('sideBySide.total', { time: formatDuration(totalMs) }),
        t('trace.tokenCount', { count: tokens }),
        t('trace.credits', { credits: formatCredits(credits) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  );
};

/** The replies of one column, with the figures of each and of all. */
export const VariantResults = ({ letter, trials }: { letter: string; trials: readonly TimedTrial[] }) => {
  if (trials.length === 0) return null;
  return (
    <Stack gap="sm" role="log" aria-label={t('sideBySide.results', { letter })}>
      <Divider />
      <Sums trials={trials} />
      {trials.map((trial, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: trials are only ever appended
        <Stack key={index} gap={4}>
          <Exchange trial={trial} loadingLabel={t('tryIt.answering')}>
            <Text size="xs" c="dimmed" mt={4}>
              {figuresOf(trial)}
            </Text>
          </Exchange>
        </Stack>
      ))}
    </Stack>
  );
};
