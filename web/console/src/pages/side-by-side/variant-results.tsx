import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { SentRequests } from '../../components/trace/sent-requests.tsx';
import { TraceView } from '../../components/trace/trace-view.tsx';
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

/** Times and cost of a reply. Its trace opens below it. */
const TrialFigures = ({ trial }: { trial: TimedTrial }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { round } = trial;
  return (
    <>
      <Group gap="xs" mt={4}>
        {round && (
          <Button
            size="compact-xs"
            variant={isOpen ? 'light' : 'subtle'}
            color="gray"
            aria-expanded={isOpen}
            leftSection={<IconRoute size={13} aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('tryIt.trace')}
          </Button>
        )}
        <Text size="xs" c="dimmed">
          {figuresOf(trial)}
        </Text>
      </Group>
      {isOpen && round && (
        <Stack gap="xs" mt="xs">
          <TraceView steps={round.trace} citations={round.citations} />
          <div>
            <SentRequests roundId={round.id} />
          </div>
        </Stack>
      )}
    </>
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
            <TrialFigures trial={trial} />
          </Exchange>
        </Stack>
      ))}
    </Stack>
  );
};
