import { Progress, Stack, Text } from '@mantine/core';
import type { SourceRun } from '../../../api/generated.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { labelOf } from '../../../lib/label-of.ts';
import { t } from '../../../messages/translate.ts';
import { statusLabels, statusTones } from './source-labels.ts';

export const isActive = (run: SourceRun | null): boolean =>
  run !== null && (run.status === 'queued' || run.status === 'running');

const doneOf = (run: SourceRun): number =>
  Math.min(run.found, run.added + run.updated + run.unchanged + run.removed + run.missing + run.skipped);

/** State of a sync, with its progress while it runs. */
export const RunProgress = ({ run }: { run: SourceRun | null }) => {
  if (!run)
    return (
      <Text size="sm" c="dimmed">
        {t('sources.neverSynced')}
      </Text>
    );
  const label = labelOf(statusLabels, run.status);
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge tone={statusTones[run.status]}>{label}</StatusBadge>
      {run.status === 'running' && run.found > 0 && (
        <>
          <Progress
            value={(100 * doneOf(run)) / run.found}
            w={140}
            size="sm"
            aria-label={t('sources.progress', { done: doneOf(run), found: run.found })}
          />
          <Text size="xs" c="dimmed">
            {t('sources.progress', { done: doneOf(run), found: run.found })}
          </Text>
        </>
      )}
      {run.error && (
        <Text size="xs" c="red.8" style={{ overflowWrap: 'anywhere' }}>
          {run.error}
        </Text>
      )}
    </Stack>
  );
};
