import { Button, Group, Paper, Progress, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AgentSummary } from '../../api/generated.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';
import classes from './checklist.module.css';
import { useChecklist } from './use-checklist.ts';

interface ChecklistProps {
  workspace: WorkspaceScope;
  agent: AgentSummary | undefined;
}

/** The way to a working agent, with the next step in sight. It goes away once all is done. */
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
          {agent ? `Next for ${agent.name}` : 'Get started'}
        </Title>
        <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
          {done} of {steps.length} done
        </Text>
      </Group>
      <Progress value={(100 * done) / steps.length} size="sm" mb="sm" aria-label="Steps done" />
      <ol className={classes.steps}>
        {steps.map(({ title, why, href, action, isDone }, index) => (
          <li key={title} className={classes.step}>
            <ThemeIcon size={26} radius="xl" variant={isDone ? 'filled' : 'default'} aria-hidden>
              {isDone ? <IconCheck size={15} /> : <Text size="xs">{index + 1}</Text>}
            </ThemeIcon>
            <div className={classes.text}>
              <Text size="sm" fw={550}>
                {title}
                {isDone && <span className={classes.hidden}> (done)</span>}
              </Text>
              <Text size="sm" c="dimmed">
                {why}
              </Text>
            </div>
            {!isDone && (
              <Button component={Link} href={href} size="xs" variant={index === next ? 'filled' : 'default'}>
                {action}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Paper>
  );
};
