import { Collapse, Group, Text, UnstyledButton } from '@mantine/core';
import {
  type Icon,
  IconBook2,
  IconBrain,
  IconChevronRight,
  IconCpu,
  IconFileText,
  IconMicrophone,
  IconSitemap,
  IconTool,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Citation, TraceStep } from '../../api/generated.ts';
import { formatCredits } from '../../lib/format-credits.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t } from '../../messages/translate.ts';
import type { ShownStep } from './shown-step.ts';
import { StepDetail } from './step-detail.tsx';
import classes from './trace-view.module.css';

const icons: Record<TraceStep['kind'], Icon> = {
  recognition: IconFileText,
  memory: IconBrain,
  retrieval: IconBook2,
  model: IconCpu,
  tool: IconTool,
  component: IconSitemap,
  speech: IconMicrophone,
};

/** A step that has begun and not ended yet has no duration. */
interface TraceViewProps {
  steps: readonly ShownStep[];
  citations?: readonly Citation[];
}

const figuresOf = ({ tokens, credits }: ShownStep): string =>
  [
    tokens && t('trace.tokenCount', { count: tokens.promptTokens + tokens.completionTokens }),
    credits && credits !== '0' && t('trace.credits', { credits: formatCredits(credits) }),
  ]
    .filter(Boolean)
    .join(' · ');

/** Kinds whose steps mostly have the same name, which says nothing more. */
const namedByKind = new Set<ShownStep['kind']>(['memory', 'retrieval']);

const nameOf = ({ kind, name }: ShownStep): string => {
  const kindName = t('trace.kind', { kind });
  if (kind === 'retrieval' && name === 'rewrite-query') return t('trace.rewriteQuery');
  if (kind === 'retrieval' && name === 'correction') return t('trace.correction');
  if (kind === 'retrieval' && name === 'correction-passage') return t('trace.correctionPassage');
  if (kind === name || namedByKind.has(kind)) return kindName;
  const isEmbedded = kind === 'model' && name === 'embedded';
  return t('trace.step', { kind: kindName, name: isEmbedded ? t('trace.embedded') : name });
};

const Step = ({
  step,
  totalMs,
  citations,
}: {
  step: ShownStep;
  totalMs: number;
  citations: readonly Citation[];
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const Icon = icons[step.kind] ?? IconCpu;
  const share = (timeMs: number): string => `${Math.min(100, (100 * timeMs) / Math.max(1, totalMs))}%`;
  return (
    <li className={classes.step}>
      <UnstyledButton className={classes.head} onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
        <Group gap="xs" wrap="nowrap">
          <IconChevronRight
            size={14}
            className={classes.chevron}
            data-open={isOpen || undefined}
            aria-hidden
          />
          <Icon size={16} stroke={1.7} aria-hidden />
          <Text size="sm" fw={550} truncate className={classes.name}>
            {nameOf(step)}
          </Text>
          <Text size="xs" c="dimmed" className={classes.time}>
            {step.durationMs === null ? t('trace.running') : formatDuration(step.durationMs)}
          </Text>
        </Group>
        <div className={classes.track}>
          <div
            className={classes.bar}
            data-failed={step.error !== null || undefined}
            style={{
              marginLeft: share(step.startMs),
              width: share(step.durationMs ?? totalMs - step.startMs),
            }}
          />
        </div>
        {figuresOf(step) !== '' && (
          <Text size="xs" c="dimmed">
            {figuresOf(step)}
          </Text>
        )}
        {step.error !== null && (
          <Text size="xs" c="var(--mantine-color-error)" lang="en">
            {step.error}
          </Text>
        )}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <StepDetail step={step} citations={citations} />
      </Collapse>
    </li>
  );
};

/** The steps of a reply with their times, tokens and cost. */
export const TraceView = ({ steps, citations = [] }: TraceViewProps) => {
  const totalMs = Math.max(0, ...steps.map(({ startMs, durationMs }) => startMs + (durationMs ?? 0)));
  return (
    <ol className={classes.steps} aria-label={t('trace.steps')}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever appended
        <Step key={index} step={step} totalMs={totalMs} citations={citations} />
      ))}
    </ol>
  );
};
