import { ActionIcon, Button, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatDuration } from '../../../lib/format-duration.ts';
import { t } from '../../../messages/translate.ts';
import { useEditor } from '../editor-context.ts';
import classes from '../flow.module.css';
import { placeOf } from '../graph/run-states.ts';
import { StepCard } from './step-card.tsx';
import type { Run } from './use-run.ts';

/** The components that ran. Choosing one selects it on the canvas and shows the states at that step. */
export const RunSteps = ({ run }: { run: Run }) => {
  const { graph, reveal } = useEditor();
  const { steps, chosen } = run;
  const choose = (index: number): void => {
    const step = steps[index];
    if (!step) return;
    run.choose(index);
    const place = placeOf(graph, step);
    if (place) reveal(place.level, place.nodeId);
  };
  const current = chosen === undefined ? undefined : steps[chosen];
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('flow.run.steps')}
        </Text>
        <Group gap={4}>
          {chosen !== undefined && (
            <Button size="compact-xs" variant="subtle" onClick={() => run.choose(undefined)}>
              {t('flow.run.showAll')}
            </Button>
          )}
          <Tooltip label={t('flow.run.previous')}>
            <ActionIcon
              aria-label={t('flow.run.previous')}
              disabled={(chosen ?? 0) === 0}
              onClick={() => choose((chosen ?? 0) - 1)}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('flow.run.next')}>
            <ActionIcon
              aria-label={t('flow.run.next')}
              disabled={chosen === steps.length - 1}
              onClick={() => choose(chosen === undefined ? 0 : chosen + 1)}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <ol className={classes.steps} aria-label={t('flow.run.components')}>
        {steps.map((step, index) => (
          <li key={step.id}>
            <UnstyledButton
              className={classes.stepName}
              aria-current={index === chosen ? 'step' : undefined}
              data-failed={step.error !== null || undefined}
              onClick={() => choose(index)}
            >
              <Text size="xs" truncate span>
                {step.name}
              </Text>
              <Text size="xs" c="dimmed" span>
                {step.durationMs === null ? t('flow.state.running') : formatDuration(step.durationMs)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {current && <StepCard step={current} />}
    </Stack>
  );
};
