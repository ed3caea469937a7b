import { Tabs } from '@mantine/core';
import { useLocation } from 'wouter';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

/** Switches between the documents and the sources of the agent. */
export const KnowledgeTabs = ({ value }: { value: 'documents' | 'sources' }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const open = (next: string | null): void =>
    navigate(next === 'sources' ? `${agent.href}/knowledge/sources` : `${agent.href}/knowledge`);
  return (
    <Tabs value={value} onChange={open} mb="md">
      <Tabs.List>
        <Tabs.Tab value="documents">{t('knowledge.documents')}</Tabs.Tab>
        <Tabs.Tab value="sources">{t('sources.title')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
};
