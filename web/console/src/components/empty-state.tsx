import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** What the thing is for and what to do first: this is where people learn it. */
  children: ReactNode;
  /** The next step, usually one button. */
  action?: ReactNode;
}

/** Nothing here yet, and what to do about it. */
export const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <Center py={48} px="md">
    <Stack align="center" gap="sm" maw={460}>
      <ThemeIcon size={52} radius="xl" variant="light" aria-hidden>
        <Icon size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={2} ta="center">
        {title}
      </Title>
      <Text c="dimmed" size="sm" ta="center" component="div" style={{ textWrap: 'balance' }}>
        {children}
      </Text>
      {action && <div>{action}</div>}
    </Stack>
  </Center>
);
