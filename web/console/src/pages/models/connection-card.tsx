import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { ConnectedModel, ModelConnection } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { ModelTestResult } from './model-test-result.tsx';

const kinds: { kind: 'image' | 'audio' | 'document'; label: LabelKey }[] = [
  { kind: 'image', label: 'agentSettings.model.images' },
  { kind: 'audio', label: 'agentSettings.model.audio' },
  { kind: 'document', label: 'agentSettings.model.documents' },
];

const describeModel = ({ price, contextTokens }: ConnectedModel): string =>
  [
    price
      ? t('models.price', { input: price.inputPerMillion, output: price.outputPerMillion })
      : t('models.noPrice'),
    ...(contextTokens === null ? [] : [t('models.context', { tokens: formatNumber(contextTokens) })]),
  ].join(' · ');

const ModelRow = ({ connectionId, model }: { connectionId: string; model: ConnectedModel }) => {
  const workspace = useWorkspace();
  const test = useChange(
    () =>
      api.post(at(workspace.api, '/models/test'), {
        model: { provider: 'connection', connectionId, name: model.name },
      }),
    { quiet: true },
  );
  return (
    <Stack gap={6} component="li" style={{ listStyle: 'none' }}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs" miw={0} style={{ flex: '1 1 220px' }}>
          <Code style={{ overflowWrap: 'anywhere' }}>{model.name}</Code>
          <Text size="sm" c="dimmed">
            {describeModel(model)}
          </Text>
          {kinds
            .filter(({ kind }) => model.takes?.[kind])
            .map(({ kind, label }) => (
              <StatusBadge key={kind} tone="quiet">
                {t(label)}
              </StatusBadge>
            ))}
        </Group>
        {workspace.can('agent:write') && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlugConnected size={14} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
            aria-label={t('models.connections.testModel', { name: model.name })}
          >
            {t('models.connections.test')}
          </Button>
        )}
      </Group>
      <ModelTestResult result={test.data} error={test.error} />
    </Stack>
  );
};

const UsedBy = ({ connection: { usedBy } }: { connection: ModelConnection }) => {
  const workspace = useWorkspace();
  if (usedBy.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('models.connections.unused')}
      </Text>
    );
  return (
    <Text size="sm" component="div">
      {t('models.connections.usedBy')}{' '}
      {usedBy.map(({ agentId, agentName }, index) => (
        <span key={agentId}>
          {index > 0 && ', '}
          <Link href={`${workspace.href}/agents/${encodeURIComponent(agentId)}/settings`}>{agentName}</Link>
        </span>
      ))}
    </Text>
  );
};

interface ConnectionCardProps {
  connection: ModelConnection;
  onEdit(): void;
}

export const ConnectionCard = ({ connection, onEdit }: ConnectionCardProps) => {
  const workspace = useWorkspace();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, name, provider, baseUrl, apiKey, models } = connection;
  const remove = async (): Promise<void> => {
    await api.remove(at(workspace.api, '/model-connections/{connectionId}', { connectionId: id }));
    await forget(at(workspace.api, '/model-connections'));
  };
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} miw={0} style={{ flex: '1 1 260px' }}>
            <Title order={3} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[
                t('agentSettings.model.provider.name', { provider }),
                baseUrl,
                apiKey === null
                  ? t('models.connections.noKey')
                  : t('models.connections.key', { key: apiKey }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Stack>
          {workspace.can('agent:write') && (
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={onEdit}
                aria-label={t('models.connections.editNamed', { name })}
              >
                {t('models.connections.edit')}
              </Button>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => setIsDeleting(true)}
                aria-label={t('models.connections.deleteNamed', { name })}
              >
                {t('common.delete')}
              </Button>
            </Group>
          )}
        </Group>
        <Stack gap="xs" component="ul" p={0} m={0}>
          {models.map((model) => (
            <ModelRow key={model.name} connectionId={id} model={model} />
          ))}
        </Stack>
        <UsedBy connection={connection} />
      </Stack>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t('models.connections.deleteNamed', { name })}
        onConfirm={remove}
      >
        {t('models.connections.deleteText')}
      </ConfirmDialog>
    </Paper>
  );
};
