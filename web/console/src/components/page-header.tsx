import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { t } from '../messages/translate.ts';
import { useInboxCounts } from '../session/inbox-news.ts';
import { useAgentOrFirst } from '../session/use-agent.ts';
import { type AgentScope, usePlace } from '../session/use-workspace.ts';

interface PageHeaderProps {
  title: string;
  /** One sentence about the purpose of the page. */
  description?: ReactNode;
  /** Buttons on the right. */
  children?: ReactNode;
}

/** Below this width the navigation is hidden. */
const narrow = '(max-width: 47.99em)';

/** Names the agent on narrow screens, where the navigation is hidden. Titles with its name need no line. */
const AgentLine = ({ title, agent }: { title: string; agent: AgentScope }) => {
  const name = useAgentOrFirst(agent.workspace, agent.id)?.name;
  return name === undefined || title.includes(name) ? null : (
    <Text size="sm" c="dimmed" truncate>
      {t('shell.agentNamed', { name })}
    </Text>
  );
};

/** The only first-level heading of a page. It is also the title of the browser tab, after the number of users who wait. */
export const PageHeader = ({ title, description, children }: PageHeaderProps) => {
  const { agent, workspace } = usePlace();
  const waiting = useInboxCounts(workspace?.id)?.waiting ?? 0;
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${title} · Frontdesk`);
  const isNarrow = useMediaQuery(narrow);
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Stack gap={4} miw={0} style={{ flex: '1 1 320px' }}>
        {agent && isNarrow && <AgentLine title={title} agent={agent} />}
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
