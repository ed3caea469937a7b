import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** Explains the feature and the first step. */
  children: ReactNode;
  /** The next step, usually one button. */
  action?: ReactNode;
}

/** Shown instead of an empty list. */
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
