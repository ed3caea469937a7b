import { Alert, Tabs } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadOnlyFields } from '../../components/read-only-fields.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { DraftState } from '../versions/draft-state.tsx';
import classes from './agent-settings.module.css';
import { AppearanceSection } from './channels/appearance-section.tsx';
import { ChannelsSection } from './channels/channels-section.tsx';
import { ChatPreview } from './channels/chat-preview.tsx';
import { IdentitySection } from './channels/identity-section.tsx';
import { SearchSection } from './channels/search-section.tsx';
import { VisitorLimitsSection } from './channels/visitor-limits-section.tsx';
import { HumanServiceSection } from './human-service/human-service-section.tsx';
import { DangerSection } from './sections/danger-section.tsx';
import { DisclosureSection } from './sections/disclosure-section.tsx';
import { FilesSection } from './sections/files-section.tsx';
import { GeneralSection } from './sections/general-section.tsx';
import { KnowledgeSection } from './sections/knowledge-section.tsx';
import { LimitsSection } from './sections/limits-section.tsx';
import { McpSection } from './sections/mcp-section.tsx';
import { MemorySection } from './sections/memory-section.tsx';
import { ModelSection } from './sections/model-section.tsx';
import { OutputSection } from './sections/output-section.tsx';
import { PricesSection } from './sections/prices-section.tsx';
import { PromptSection } from './sections/prompt-section.tsx';
import { RetentionSection } from './sections/retention-section.tsx';
import { StorageSection } from './sections/storage-section.tsx';
import { TablesSection } from './sections/tables-section.tsx';
import { ToolsSection } from './sections/tools-section.tsx';
import { WebhookSection } from './sections/webhook-section.tsx';
import { SettingsForm, useSettingsForm } from './settings-form.tsx';
import { TranslationsSection } from './translations/translations-section.tsx';
import { useWantedField } from './use-wanted-field.ts';

const tabs: { id: string; label: LabelKey; content: ReactNode }[] = [
  {
    id: 'general',
    label: 'agentSettings.tab.general',
    content: [
      <GeneralSection key="1" />,
      <PromptSection key="2" />,
      <ModelSection key="3" />,
      <OutputSection key="4" />,
    ],
  },
  {
    id: 'knowledge',
    label: 'shell.page.knowledge',
    content: [<KnowledgeSection key="1" />, <MemorySection key="2" />],
  },
  {
    id: 'tools',
    label: 'agentSettings.tab.tools',
    content: [<ToolsSection key="1" />, <McpSection key="2" />, <TablesSection key="3" />],
  },
  { id: 'files', label: 'agentSettings.tab.files', content: <FilesSection /> },
  {
    id: 'channels',
    label: 'agentSettings.tab.channels',
    content: [
      <ChannelsSection key="1" />,
      <SearchSection key="search" />,
      <AppearanceSection key="2" />,
      <DisclosureSection key="3" />,
      <ChatPreview key="preview" />,
      <TranslationsSection key="4" />,
      <IdentitySection key="5" />,
      <VisitorLimitsSection key="6" />,
      <StorageSection key="7" />,
    ],
  },
  {
    id: 'webhook',
    label: 'agentSettings.tab.webhooks',
    content: [<WebhookSection key="1" />, <HumanServiceSection key="2" />],
  },
  {
    id: 'limits',
    label: 'agentSettings.tab.limits',
    content: [<LimitsSection key="1" />, <PricesSection key="2" />, <RetentionSection key="3" />],
  },
  { id: 'danger', label: 'agentSettings.tab.danger', content: <DangerSection /> },
];

const Sections = () => {
  const { isReadOnly } = useSettingsForm();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('section');
  const shown = isReadOnly ? tabs.filter(({ id }) => id !== 'danger') : tabs;
  const open = shown.find(({ id }) => id === wanted)?.id ?? 'general';
  useWantedField(search.get('field'), open);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab must scroll the list
  useEffect(() => {
    // Narrow screens show only a part of the list.
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  return (
    <Tabs value={open} onChange={(id) => setSearch({ section: id ?? 'general' })} keepMounted={false}>
      <Tabs.List ref={list} mb="lg" className={classes.tabs}>
        {shown.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id} px={7}>
            {t(label)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {isReadOnly && (
        <Alert color="gray" icon={<IconLock aria-hidden />} mb="lg">
          {t('agentSettings.viewer')}
        </Alert>
      )}
      {shown.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          <ReadOnlyFields isReadOnly={isReadOnly}>{content}</ReadOnlyFields>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};

const AgentSettingsPage = () => {
  const agent = useAgent();
  return (
    <>
      <PageHeader
        title={agent.data ? t('agentSettings.title', { name: agent.data.name }) : t('shell.page.settings')}
        description={t('agentSettings.description')}
      />
      <ResourceView resource={agent} bars={6}>
        {(data) => (
          <SettingsForm key={data.id} agent={data}>
            <DraftState agent={data} />
            <Sections />
          </SettingsForm>
        )}
      </ResourceView>
    </>
  );
};

export default AgentSettingsPage;
