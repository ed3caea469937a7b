import { useDebouncedValue } from '@mantine/hooks';
import { IconAdjustments, IconFileText, IconMessages, IconPlus, IconRobot } from '@tabler/icons-react';
import { useMemo } from 'react';
import { at } from '../../api/address.ts';
import { useResource } from '../../api/use-resource.ts';
import { t } from '../../messages/translate.ts';
import { settingAddress, settingIndex } from '../../pages/agent-settings/setting-index.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';
import { usePages } from '../use-navigation.ts';
import type { Command } from './match-commands.ts';

/** The service is asked when the operator stops typing. */
const debounceMs = 250;
/** One letter would find nearly everything. */
const shortestQuery = 2;
/** Of the search of conversations. */
const longestQuery = 199;
const mostFound = 5;

/** Documents and conversations of the agent that the service finds. */
const useFoundItems = (
  workspace: WorkspaceScope,
  agent: { id: string; name: string } | undefined,
  typed: string,
): Command[] => {
  const [query] = useDebouncedValue(typed.trim(), debounceMs);
  const enabled = agent !== undefined && query.length >= shortestQuery;
  const api = at(workspace.api, '/agents/{agentId}', { agentId: agent?.id ?? '' });
  const documents = useResource(at(api, '/documents'), {
    query: { name: query, pageSize: mostFound },
    enabled,
  });
  const conversations = useResource(at(api, '/conversations/search'), {
    // The last word is still being typed.
    query: { words: `${query.slice(0, longestQuery)}*`, limit: mostFound },
    enabled,
  });
  if (!enabled) return [];
  const href = `${workspace.href}/agents/${agent.id}`;
  return [
    ...(documents.data?.items ?? []).map(({ id, name }) => ({
      label: name,
      group: t('shell.documentOf', { name: agent.name }),
      icon: IconFileText,
      href: `${href}/knowledge/documents/${id}`,
      isFound: true,
    })),
    ...(conversations.data?.items ?? []).map(({ id, subject }) => ({
      label: subject || t('common.conversation'),
      group: t('shell.conversationOf', { name: agent.name }),
      icon: IconMessages,
      href: `${href}/conversations/${id}`,
      isFound: true,
    })),
  ];
};

/** Everything that the palette can open, the agents first. */
export const useCommands = (
  workspace: WorkspaceScope,
  agentId: string | undefined,
  query: string,
): Command[] => {
  const { agents, agent, startPages, operationPages, agentPages } = usePages(workspace, agentId);
  const found = useFoundItems(workspace, agent, query);
  const settings = useMemo(settingIndex, []);
  const ofAgent = t('shell.agentNamed', { name: agent?.name ?? '' });
  const commands: Command[] = [
    ...agents.map(({ id, name }) => ({
      label: name,
      icon: IconRobot,
      href: `${workspace.href}/agents/${id}`,
      group: t('shell.agent'),
      needsQuery: true,
    })),
    ...agentPages.map(({ label, icon, href }) => ({ label, icon, href, group: ofAgent })),
    ...[...startPages, ...operationPages].map(({ label, icon, href }) => ({
      label,
      icon,
      href,
      group: t('shell.workspaceNamed', { name: workspace.name }),
    })),
    ...(agent && workspace.can('agent:read') ? settings : []).map((setting) => ({
      label: setting.label,
      group: t('shell.settingOf', { section: setting.section, name: agent!.name }),
      hint: setting.hint,
      icon: IconAdjustments,
      href: `${workspace.href}/agents/${agent!.id}${settingAddress(setting)}`,
      needsQuery: true,
    })),
    ...found,
  ];
  if (workspace.can('agent:write'))
    commands.push({
      label: t('shell.newAgent'),
      group: t('shell.create'),
      icon: IconPlus,
      href: `${workspace.href}/agents?new`,
    });
  return commands;
};
