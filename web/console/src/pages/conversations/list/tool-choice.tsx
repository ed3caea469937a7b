import { Autocomplete } from '@mantine/core';
import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScopeIfAny, useWorkspace } from '../../../session/use-workspace.ts';
import { useFilterText } from './filter-text.tsx';
import type { ListFilters } from './use-list-filters.ts';

/** Tools that were called, and those of the settings of the agent. */
const useToolNames = (): string[] => {
  const workspace = useWorkspace();
  const agent = useAgentScopeIfAny();
  const called = useResource(at(workspace.api, '/analytics/tool-names'), { query: { agentId: agent?.id } });
  const settings = useResource(at(workspace.api, '/agents/{agentId}', { agentId: agent?.id ?? '' }), {
    enabled: agent !== undefined && workspace.can('agent:read'),
  });
  const configured = settings.data?.settings.tools.http.map(({ name }) => name) ?? [];
  return [...new Set([...(called.data?.items ?? []), ...configured])].sort();
};

/** A tool of the list, or any other name. */
export const ToolChoice = ({ filters }: { filters: ListFilters }) => {
  const names = useToolNames();
  const [text, change] = useFilterText(filters.read('tool'), (value) => filters.setValue('tool', value));
  return (
    <Autocomplete
      label={t('conversations.filter.tool')}
      placeholder={t('conversations.filter.toolHint')}
      data={names}
      value={text}
      onChange={change}
      maxLength={100}
      clearable
    />
  );
};
