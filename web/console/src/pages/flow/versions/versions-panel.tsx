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
import { describeActor } from '../../../lib/describe-actor.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface VersionsPanelProps {
  publishedVersion: number | null;
  isReadOnly: boolean;
  /** Loads an earlier graph into the editor, without saving it. */
  onEdit(graph: FlowGraph): void;
}

/** The texts of the button that makes a version live. */
const goLiveTexts = (version: number, published: number | null) =>
  version < (published ?? 0)
    ? { text: t('flow.versions.rollBack'), label: t('flow.versions.rollBackTo', { version }) }
    : { text: t('flow.versions.use'), label: t('flow.versions.useVersion', { version }) };

/** The published versions, newest first. */
export const VersionsPanel = ({ publishedVersion, isReadOnly, onEdit }: VersionsPanelProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/flow');
  const versions = useResource(at(path, '/versions'), { query: { pageSize: 50 } });
  const rollBack = useChange((version: number) => api.post(at(path, '/roll-back'), { version }), {
    changes: [path],
    done: (_result, version) => t('flow.versions.changed', { version }),
  });
  const edit = useChange((version: number) => api.get(at(path, '/export'), { query: { version } }), {
    onDone: ({ graph }) => onEdit(graph),
  });
  return (
    <ResourceView resource={versions}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('flow.versions.none')}
          </Text>
        ) : (
          <Stack
            gap="xs"
            component="ol"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
            aria-label={t('flow.tab.versions')}
          >
            {items.map(({ version, note, createdBy, createdAt }) => (
              <Paper key={version} p="xs" component="li">
                <Group justify="space-between" gap="xs">
                  <Text size="sm" fw={600}>
                    {t('flow.versions.version', { version })}
                  </Text>
                  {version === publishedVersion && (
                    <StatusBadge tone="good">{t('flow.versions.live')}</StatusBadge>
                  )}
                </Group>
                {note !== '' && <Text size="sm">{note}</Text>}
                <Text size="xs" c="dimmed">
                  {describeActor(createdBy)} · <TimeText time={createdAt} size="xs" />
                </Text>
                <Group gap={4} mt={4}>
                  {!isReadOnly && version !== publishedVersion && (
                    <Button
                      size="compact-xs"
                      variant="light"
                      loading={rollBack.isPending && rollBack.variables === version}
                      onClick={() => rollBack.mutate(version)}
                      aria-label={goLiveTexts(version, publishedVersion).label}
                    >
                      {goLiveTexts(version, publishedVersion).text}
                    </Button>
                  )}
                  {!isReadOnly && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      leftSection={<IconPencil size={13} aria-hidden />}
                      onClick={() => edit.mutate(version)}
                      aria-label={t('flow.versions.editVersion', { version })}
                    >
                      {t('flow.versions.edit')}
                    </Button>
                  )}
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    component="a"
                    href={api.link(at(path, '/export'), { version })}
                    download
                    leftSection={<IconDownload size={13} aria-hidden />}
                    aria-label={t('flow.versions.exportVersion', { version })}
                  >
                    {t('flow.versions.export')}
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
