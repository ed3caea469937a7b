import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** One sentence about the purpose of the page. */
  description?: ReactNode;
  /** Buttons on the right. */
  children?: ReactNode;
}

/** The only first-level heading of a page. It is also the title of the browser tab. */
export const PageHeader = ({ title, description, children }: PageHeaderProps) => {
  useDocumentTitle(`${title} · Frontdesk`);
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Stack gap={4} miw={0} style={{ flex: '1 1 320px' }}>
        <Title order={1} lineClamp={3} title={title}>
          {title}
        </Title>
        {description && (
          <Text c="dimmed" size="sm" maw={760} component="div" style={{ textWrap: 'pretty' }}>
            {description}
          </Text>
        )}
      </Stack>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
};
