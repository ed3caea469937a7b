import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconDownload, IconPencil } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { FlowGraph } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ResourceView } from '../../../components/resource-view.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface VersionsPanelProps {
  publishedVersion: number | null;
  isReadOnly: boolean;
  /** Puts an earlier graph into the editor; nothing is saved by it. */
  onEdit(graph: FlowGraph): void;
}

const wayTo = (version: number, published: number | null): string =>
  version < (published ?? 0) ? 'Roll back to it' : 'Use it';

/** Everything that was published, newest first, and the way back to it. */
export const VersionsPanel = ({ publishedVersion, isReadOnly, onEdit }: VersionsPanelProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/flow');
  const versions = useResource(at(path, '/versions'), { query: { pageSize: 50 } });
  const rollBack = useChange((version: number) => api.post(at(path, '/roll-back'), { version }), {
    changes: [path],
    done: (_result, version) => `Calls use version ${version}`,
  });
  const edit = useChange((version: number) => api.get(at(path, '/export'), { query: { version } }), {
    onDone: ({ graph }) => onEdit(graph),
  });
  return (
    <ResourceView resource={versions}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing has been published yet. Until it is, calls of the API are refused; the draft can be run
            here at any time.
          </Text>
        ) : (
          <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Versions">
            {items.map(({ version, note, createdBy, createdAt }) => (
              <Paper key={version} p="xs" component="li">
                <Group justify="space-between" gap="xs">
                  <Text size="sm" fw={600}>
                    Version {version}
                  </Text>
                  {version === publishedVersion && <StatusBadge tone="good">in use</StatusBadge>}
                </Group>
                {note !== '' && <Text size="sm">{note}</Text>}
                <Text size="xs" c="dimmed">
                  {createdBy} · <TimeText time={createdAt} size="xs" />
                </Text>
                <Group gap={4} mt={4}>
                  {!isReadOnly && version !== publishedVersion && (
                    <Button
                      size="compact-xs"
                      variant="light"
                      loading={rollBack.isPending && rollBack.variables === version}
                      onClick={() => rollBack.mutate(version)}
                      aria-label={`${wayTo(version, publishedVersion)}: version ${version}`}
                    >
                      {wayTo(version, publishedVersion)}
                    </Button>
                  )}
                  {!isReadOnly && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      leftSection={<IconPencil size={13} aria-hidden />}
                      onClick={() => edit.mutate(version)}
                      aria-label={`Edit version ${version}`}
                    >
                      Edit
                    </Button>
                  )}
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    component="a"
                    href={api.link(at(path, '/export'), { version })}
                    download
                    leftSection={<IconDownload size={13} aria-hidden />}
                    aria-label={`Export version ${version}`}
                  >
                    Export
                  </Button>
                </Group>
              </Paper>
            ))}
          </Stack>
        )
      }
    </ResourceView>
  );
};
