import { Progress, Stack, Text } from '@mantine/core';
import type { TestRun } from '../../api/generated.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { labelOf } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';
import { problemLabels, statusLabels, statusTones } from './evaluation-labels.ts';
import { formatShare } from './format-share.ts';

/** The share of attempts that passed, with its confidence interval. */
export const PassRate = ({ rate }: { rate: TestRun['passRate'] }) =>
  rate === null ? null : (
    <Stack gap={0}>
      <Text size="sm" fw={550}>
        {formatShare(rate.rate)}
      </Text>
      <Text size="xs" c="dimmed">
        {t('evaluation.run.interval', { low: formatShare(rate.low), high: formatShare(rate.high) })}
      </Text>
    </Stack>
  );

/** State of a run, with its progress while it runs. */
export const RunState = ({ run }: { run: TestRun | null }) => {
  if (!run)
    return (
      <Text size="sm" c="dimmed">
        {t('evaluation.set.neverRun')}
      </Text>
    );
  const done = run.passed + run.failed + run.errors;
  const progress = t('evaluation.run.progress', { done, total: run.attempts });
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge tone={statusTones[run.status]}>{labelOf(statusLabels, run.status)}</StatusBadge>
      {run.status === 'running' && run.attempts > 0 && (
        <>
          <Progress value={(100 * done) / run.attempts} w={140} size="sm" aria-label={progress} />
          <Text size="xs" c="dimmed">
            {progress}
          </Text>
        </>
      )}
      {run.error && (
        <Text size="xs" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {labelOf(problemLabels, run.error.code)} {run.error.detail}
        </Text>
      )}
    </Stack>
  );
};
