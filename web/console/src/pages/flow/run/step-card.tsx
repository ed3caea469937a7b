import { Group, Text } from '@mantine/core';
import { detailLabels } from '../../../components/trace/detail-labels.ts';
import { formatCredits } from '../../../lib/format-credits.ts';
import { formatDuration } from '../../../lib/format-duration.ts';
import { labelOf } from '../../../lib/label-of.ts';
import { t } from '../../../messages/translate.ts';
import type { LiveStep } from '../../try-it/trial.ts';
import classes from '../flow.module.css';
import { branchLabel } from '../graph/branches.ts';
import type { NodeType } from '../graph/flow-types.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

/** Details that the card shows separately or not at all. */
const shownElsewhere = ['id', 'type', 'inputs', 'outputs', 'left', 'branch', 'attempt'];

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
    durationMs === null ? t('flow.state.running') : formatDuration(durationMs),
    tokens && t('trace.tokenCount', { count: tokens.promptTokens + tokens.completionTokens }),
    credits && credits !== '0' && t('trace.credits', { credits: formatCredits(credits) }),
  ]
    .filter(Boolean)
    .join(' · ');

/** One run of a component: inputs, details and outputs. */
export const StepCard = ({ step }: { step: LiveStep }) => {
  const { inputs = {}, outputs = {}, left, attempt, type } = step.detail as Record<string, unknown>;
  const rest = Object.fromEntries(
    Object.entries(step.detail)
      .filter(([name]) => !shownElsewhere.includes(name))
      .map(([name, value]) => [labelOf(detailLabels, name), value]),
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
      {typeof attempt === 'number' && <Text size="xs">{t('flow.run.attempt', { number: attempt })}</Text>}
      {typeof left === 'string' && (
        <Text size="xs">
          {t('flow.run.branch', { branch: branchLabel(left, type as NodeType | undefined) })}
        </Text>
      )}
      {step.error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" lang="en">
          {step.error}
        </Text>
      )}
      <Values title={t('flow.run.outputs')} values={outputs as object} none={t('flow.run.noOutputs')} />
      {Object.keys(rest).length > 0 && <Values title={t('flow.run.details')} values={rest} none="" />}
      <Values title={t('flow.run.inputs')} values={inputs as object} none={t('flow.run.noInputs')} />
    </div>
  );
};
