import { Progress, Stack, Text } from '@mantine/core';
import { at } from '../../../api/address.ts';
import type { Routes } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

type Use = Routes['/workspaces/{workspaceId}/agents/{agentId}/storage']['get']['answer']['agent'];

const Bar = ({ label, use: { usedBytes, limitBytes } }: { label: string; use: Use }) => {
  const text = `${formatBytes(usedBytes)} of ${limitBytes === null ? 'no limit' : formatBytes(limitBytes)}`;
  const percent = limitBytes === null ? 0 : Math.min(100, Math.ceil((100 * usedBytes) / limitBytes));
  return (
    <div>
      <Text size="sm">
        {label}: {text}
      </Text>
      <Progress.Root size="lg" mt={4}>
        <Progress.Section
          value={percent}
          color={percent > 90 ? 'red' : undefined}
          aria-label={`${label}: ${text}`}
        />
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
      title="Stored files"
      description="Documents, attachments and recordings. When a quota is used up, new files are refused until others are removed."
    >
      <ResourceView resource={storage} bars={2}>
        {({ agent, workspace, visitorLimitBytes }) => (
          <Stack gap="sm">
            <Bar label="This agent" use={agent} />
            <Bar label="The workspace" use={workspace} />
            <Text size="sm" c="dimmed">
              {visitorLimitBytes === null
                ? 'Files of one visitor have no limit of their own.'
                : `Files of one visitor may have ${formatBytes(visitorLimitBytes)} together.`}
            </Text>
          </Stack>
        )}
      </ResourceView>
    </FormSection>
  );
};
