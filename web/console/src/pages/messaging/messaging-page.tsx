import { Button, Stack } from '@mantine/core';
import { IconBrandTelegram, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import type { ChannelConnection, ChannelConnectionWithSecrets } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionSecrets } from './connection-secrets.tsx';

/** The messaging platforms on which the agent answers. */
const MessagingPage = () => {
  const agent = useAgentScope();
  const connections = useResource(at(agent.api, '/channel-connections'));
  const [edited, setEdited] = useState<ChannelConnection | 'new'>();
  const [created, setCreated] = useState<ChannelConnectionWithSecrets>();
  const add = agent.can('agent:write') ? () => setEdited('new') : undefined;
  return (
    <>
      <PageHeader title={t('shell.page.messaging')} description={t('messaging.description')}>
        {add && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('messaging.add')}
          </Button>
        )}
      </PageHeader>
      <ResourceView resource={connections}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={IconBrandTelegram}
              title={t('messaging.none')}
              action={add && <Button onClick={add}>{t('messaging.add')}</Button>}
            >
              {t('messaging.noneText')}
            </EmptyState>
          ) : (
            <Stack gap="md">
              {items.map((connection) => (
                <ConnectionCard
                  key={connection.id}
                  connection={connection}
                  onEdit={() => setEdited(connection)}
                />
              ))}
            </Stack>
          )
        }
      </ResourceView>
      {edited && (
        <ConnectionDialog
          connection={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onAdded={setCreated}
        />
      )}
      <ConnectionSecrets connection={created} onClose={() => setCreated(undefined)} />
    </>
  );
};

export default MessagingPage;
