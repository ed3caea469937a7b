import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { AgentSummary } from '../api/generated.ts';
import { t } from '../messages/translate.ts';
import type { WorkspaceScope } from '../session/use-workspace.ts';
import classes from './navigation.module.css';

interface AgentSwitcherProps {
  agents: AgentSummary[];
  agent: AgentSummary;
  workspace: WorkspaceScope;
}

/** Other agents can be found by name on the Agents page. */
const mostShown = 60;

/** Keeps the page: from the settings of one agent to the settings of the other. */
const samePage = (location: string, from: string, to: string): string => {
  const [, rest = ''] = location.split(`/agents/${from}`);
  // Without the id of an item, which belongs to the previous agent.
  return `/agents/${to}${rest.split('/').slice(0, 2).join('/')}`;
};

export const AgentSwitcher = ({ agents, agent, workspace }: AgentSwitcherProps) => {
  const [location, navigate] = useLocation();
  return (
    <Menu width="target" position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.switcher} mb={2}>
          <div className={classes.switcherText}>
            <Text size="xs" c="dimmed">
              {t('shell.agent')}
            </Text>
            <Text size="sm" fw={550} truncate>
              {agent.name}
            </Text>
          </div>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {agents.slice(0, mostShown).map(({ id, name }) => (
          <Menu.Item
            key={id}
            onClick={() => navigate(workspace.href + samePage(location, agent.id, id))}
            rightSection={
              id === agent.id ? <IconCheck size={15} aria-label={t('shell.current')} /> : undefined
            }
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => navigate(`${workspace.href}/agents`)}>{t('shell.allAgents')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
