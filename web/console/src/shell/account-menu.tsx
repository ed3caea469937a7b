import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconBook, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { leaveWhenAsked } from '../lib/leave-guard.ts';
import { t } from '../messages/translate.ts';
import { useSession } from '../session/session-context.ts';
import classes from './navigation.module.css';

export const AccountMenu = () => {
  const { session, signOut } = useSession();
  const [, navigate] = useLocation();
  return (
    <Menu position="top-start" shadow="md" width={210}>
      <Menu.Target>
        <UnstyledButton className={classes.switcher}>
          <Avatar size={26} color="lagoon" name={session.name} aria-hidden />
          <Text size="sm" truncate className={classes.switcherText}>
            {session.name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.email ?? t('shell.tokenSession')}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={15} aria-hidden />}
          onClick={() => navigate('/account')}
        >
          {t('shell.account')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBook size={15} aria-hidden />}
          component="a"
          href="/docs"
          target="_blank"
        >
          {t('shell.apiReference')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={15} aria-hidden />}
          onClick={() => leaveWhenAsked(() => void signOut())}
        >
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
