import { Button, Group, Paper, Progress, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AgentSummary } from '../../api/generated.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';
import classes from './checklist.module.css';
import { useChecklist } from './use-checklist.ts';

interface ChecklistProps {
  workspace: WorkspaceScope;
  agent: AgentSummary | undefined;
}

/** Steps to a working agent, with the next one highlighted. Hidden once all are done. */
export const Checklist = ({ workspace, agent }: ChecklistProps) => {
  const steps = useChecklist(workspace, agent);
  if (!steps) return <Skeleton height={220} radius="md" />;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next === -1) return null;
  return (
    <Paper p="lg">
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} miw={0}>
          {agent ? t('overview.nextSteps', { agent: agent.name }) : t('overview.getStarted')}
        </Title>
        <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
          {t('overview.stepsDone', { done, total: steps.length })}
        </Text>
      </Group>
      <Progress value={(100 * done) / steps.length} size="sm" mb="sm" aria-label={t('overview.progress')} />
      <ol className={classes.steps}>
        {steps.map(({ title, hint, href, action, isDone }, index) => (
          <li key={title} className={classes.step}>
            <ThemeIcon size={26} radius="xl" variant={isDone ? 'filled' : 'default'} aria-hidden>
              {isDone ? <IconCheck size={15} /> : <Text size="xs">{formatNumber(index + 1)}</Text>}
            </ThemeIcon>
            <div className={classes.text}>
              <Text size="sm" fw={550}>
                {t(title)}
                {isDone && <span className={classes.hidden}> {t('overview.stepDone')}</span>}
              </Text>
              <Text size="sm" c="dimmed">
                {t(hint)}
              </Text>
            </div>
            {!isDone && (
              <Button component={Link} href={href} size="xs" variant={index === next ? 'filled' : 'default'}>
                {t(action)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Paper>
  );
};
