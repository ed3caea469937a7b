import { ActionIcon, Button, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatDuration } from '../../../lib/format-duration.ts';
import { useEditor } from '../editor-context.ts';
import classes from '../flow.module.css';
import { placeOf } from '../graph/run-states.ts';
import { StepCard } from './step-card.tsx';
import type { Run } from './use-run.ts';

/** The components that ran, one by one; choosing one shows it on the canvas as it stood then. */
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
          Step by step
        </Text>
        <Group gap={4}>
          {chosen !== undefined && (
            <Button size="compact-xs" variant="subtle" onClick={() => run.choose(undefined)}>
              Show all
            </Button>
          )}
          <Tooltip label="Step back">
            <ActionIcon
              aria-label="Step back"
              disabled={(chosen ?? 0) === 0}
              onClick={() => choose((chosen ?? 0) - 1)}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Step on">
            <ActionIcon
              aria-label="Step on"
              disabled={chosen === steps.length - 1}
              onClick={() => choose(chosen === undefined ? 0 : chosen + 1)}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <ol className={classes.steps} aria-label="Components that ran">
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
                {step.durationMs === null ? 'running' : formatDuration(step.durationMs)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {current && <StepCard step={current} />}
    </Stack>
  );
};
