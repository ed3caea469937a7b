import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector, IconSettings } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { t } from '../messages/translate.ts';
import { useSession } from '../session/session-context.ts';
import type { WorkspaceScope } from '../session/use-workspace.ts';
import classes from './navigation.module.css';

export const WorkspaceSwitcher = ({ workspace }: { workspace: WorkspaceScope | undefined }) => {
  const { session } = useSession();
  const [, navigate] = useLocation();
  return (
    <Menu width="target" position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={`${classes.switcher} ${classes.boxed}`}>
          <div className={classes.switcherText}>
            <Text size="xs" c="dimmed">
              {t('shell.workspace')}
            </Text>
            <Text size="sm" fw={550} truncate>
              {workspace?.name ?? t('shell.noneSelected')}
            </Text>
          </div>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {session.workspaces.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            onClick={() => navigate(`/w/${id}`)}
            rightSection={
              id === workspace?.id ? (
                <IconCheck size={15} aria-label={t('shell.current')} />
              ) : (
                <Text size="xs" c="dimmed">
                  {t('shell.role', { role })}
                </Text>
              )
            }
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSettings size={15} aria-hidden />}
          onClick={() => navigate('/workspaces')}
        >
          {t('shell.allWorkspaces')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
