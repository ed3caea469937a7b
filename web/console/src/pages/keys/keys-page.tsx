import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { NewKey } from '../../api/generated.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';
import { ReceiverSummary } from './receiver-summary.tsx';

const KeysPage = () => {
  const agent = useAgentScope();
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<NewKey>();
  const create = agent.can('key:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('keys.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('shell.page.keys')} description={t('keys.description')}>
        {create}
      </PageHeader>
      <Stack gap="xl">
        <KeyTable create={create} onCreated={setCreated} />
        <ReceiverSummary />
      </Stack>
      {isCreating && <CreateKey onClose={() => setIsCreating(false)} onCreated={setCreated} />}
      <SecretOnce
        secret={created?.key}
        title={t('keys.secret', { name: created?.name ?? '' })}
        onClose={() => setCreated(undefined)}
      />
    </>
  );
};

export default KeysPage;
