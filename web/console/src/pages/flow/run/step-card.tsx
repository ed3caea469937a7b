import { Group, Text } from '@mantine/core';
import { formatDuration } from '../../../lib/format-duration.ts';
import type { LiveStep } from '../../try-it/trial.ts';
import classes from '../flow.module.css';
import { branchLabel } from '../graph/branches.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

/** Told in words of their own elsewhere on the card. */
const toldElsewhere = ['id', 'type', 'inputs', 'outputs', 'left', 'branch', 'attempt'];

const Values = ({ title, values, none }: { title: string; values: object; none: string }) => {
  const entries = Object.entries(values);
  return (
    <section aria-label={title}>
      <Text size="xs" fw={600} mt="xs">
        {title}
      </Text>
      {entries.length === 0 && (
        <Text size="xs" c="dimmed">
          {none}
        </Text>
      )}
      <dl className={classes.values}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{textOf(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const figures = ({ durationMs, tokens, credits }: LiveStep): string =>
  [
    durationMs === null ? 'running' : formatDuration(durationMs),
    tokens && `${tokens.promptTokens + tokens.completionTokens} tokens`,
    credits && credits !== '0' && `${credits} credits`,
  ]
    .filter(Boolean)
    .join(' · ');

/** One component's part in a round: what it knew, what it did, what it left behind. */
export const StepCard = ({ step }: { step: LiveStep }) => {
  const { inputs = {}, outputs = {}, left, attempt } = step.detail as Record<string, unknown>;
  const rest = Object.fromEntries(
    Object.entries(step.detail).filter(([name]) => !toldElsewhere.includes(name)),
  );
  return (
    <div className={classes.step}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {step.name}
        </Text>
        <Text size="xs" c="dimmed">
          {figures(step)}
        </Text>
      </Group>
      {typeof attempt === 'number' && <Text size="xs">Attempt {attempt}</Text>}
      {typeof left === 'string' && <Text size="xs">Left by “{branchLabel(left)}”</Text>}
      {step.error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {step.error}
        </Text>
      )}
      <Values title="Outputs" values={outputs as object} none="It set no variable." />
      {Object.keys(rest).length > 0 && <Values title="What it did" values={rest} none="" />}
      <Values title="Inputs" values={inputs as object} none="There were none." />
    </div>
  );
};
