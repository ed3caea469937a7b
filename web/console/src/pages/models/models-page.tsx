import { Button, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import type { ModelConnection } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { DefaultModelSection } from './default-model-section.tsx';
import { ServiceModels } from './service-models.tsx';

const NoConnections = ({ onAdd }: { onAdd: (() => void) | undefined }) => (
  <EmptyState
    icon={IconPlugConnected}
    title={t('models.connections.none')}
    action={onAdd && <Button onClick={onAdd}>{t('models.connections.add')}</Button>}
  >
    {t('models.connections.noneText')}
  </EmptyState>
);

const ModelsPage = () => {
  const workspace = useWorkspace();
  const service = useResource(at(workspace.api, '/models'));
  const connections = useResource(at(workspace.api, '/model-connections'));
  const [edited, setEdited] = useState<ModelConnection | 'new'>();
  const canWrite = workspace.can('agent:write');
  const add = canWrite ? () => setEdited('new') : undefined;
  return (
    <>
      <PageHeader title={t('shell.page.models')} description={t('models.description')}>
        {add && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('models.connections.add')}
          </Button>
        )}
      </PageHeader>
      <Stack gap="xl">
        <ResourceView resource={connections}>
          {({ items, defaultModel }) => (
            <>
              <DefaultModelSection connections={items} value={defaultModel} service={service.data?.model} />
              <section>
                <Title order={2}>{t('models.connections')}</Title>
                <Text size="sm" c="dimmed" mb="sm">
                  {t('models.connections.text')}
                </Text>
                {items.length === 0 && <NoConnections onAdd={add} />}
                <Stack gap="md">
                  {items.map((connection) => (
                    <ConnectionCard
                      key={connection.id}
                      connection={connection}
                      onEdit={() => setEdited(connection)}
                    />
                  ))}
                </Stack>
              </section>
            </>
          )}
        </ResourceView>
        <ResourceView resource={service}>{(models) => <ServiceModels {...models} />}</ResourceView>
      </Stack>
      {edited && (
        <ConnectionDialog
          connection={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
};

export default ModelsPage;
