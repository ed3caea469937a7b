import { Progress, Stack, Text } from '@mantine/core';
import { at } from '../../../api/address.ts';
import type { Routes } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

type Use = Routes['/workspaces/{workspaceId}/agents/{agentId}/storage']['get']['answer']['agent'];

const Bar = ({ label, use: { usedBytes, limitBytes } }: { label: string; use: Use }) => {
  const used = formatBytes(usedBytes);
  const text =
    limitBytes === null
      ? t('agentSettings.storage.usedNoLimit', { label, used })
      : t('agentSettings.storage.used', { label, used, limit: formatBytes(limitBytes) });
  const percent = limitBytes === null ? 0 : Math.min(100, Math.ceil((100 * usedBytes) / limitBytes));
  return (
    <div>
      <Text size="sm">{text}</Text>
      <Progress.Root size="lg" mt={4}>
        <Progress.Section value={percent} color={percent > 90 ? 'red' : undefined} aria-label={text} />
      </Progress.Root>
    </div>
  );
};

/** How much of its quota the agent has used. */
export const StorageSection = () => {
  const { api } = useAgentScope();
  const storage = useResource(at(api, '/storage'));
  return (
    <FormSection
      title={t('agentSettings.storage.title')}
      description={t('agentSettings.storage.description')}
    >
      <ResourceView resource={storage} bars={2}>
        {({ agent, workspace, visitorLimitBytes }) => (
          <Stack gap="sm">
            <Bar label={t('agentSettings.storage.agent')} use={agent} />
            <Bar label={t('agentSettings.storage.workspace')} use={workspace} />
            <Text size="sm" c="dimmed">
              {visitorLimitBytes === null
                ? t('agentSettings.storage.visitorNoLimit')
                : t('agentSettings.storage.visitor', { size: formatBytes(visitorLimitBytes) })}
            </Text>
          </Stack>
        )}
      </ResourceView>
    </FormSection>
  );
};
