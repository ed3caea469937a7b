import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Mark } from '../shell/mark.tsx';
import { LanguageMenu } from './language-menu.tsx';

interface EntryCardProps {
  title: string;
  children: ReactNode;
  /** A sentence below the title. */
  description?: string;
  /** In pixels. */
  maxWidth?: number;
}

/** Frame of the pages that need no sign-in. */
export const EntryCard = ({ title, description, maxWidth = 420, children }: EntryCardProps) => {
  useDocumentTitle(`${title} · Frontdesk`);
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper shadow="sm" p="xl" w="100%" maw={maxWidth}>
        <Stack gap="lg">
          <Stack gap={6} align="center">
            <Mark size={40} />
            <Title order={1} ta="center">
              {title}
            </Title>
            {description && (
              <Text c="dimmed" size="sm" ta="center">
                {description}
              </Text>
            )}
          </Stack>
          {children}
          <LanguageMenu />
        </Stack>
      </Paper>
    </Center>
  );
};
