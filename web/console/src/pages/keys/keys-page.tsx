import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { NewKey } from '../../api/generated.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { useAgentScope } from '../../session/use-workspace.ts';
import { KeyTable } from './key-table.tsx';
import { MakeKey } from './make-key.tsx';
import { ReceiverSummary } from './receiver-summary.tsx';

const KeysPage = () => {
  const agent = useAgentScope();
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<NewKey>();
  const create = agent.can('key:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
      New key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Keys & webhooks"
        description="How your programs call the agent, and where it calls them. Whoever holds a key speaks for your program: keep it out of pages and apps."
      >
        {create}
      </PageHeader>
      <Stack gap="xl">
        <KeyTable create={create} onMade={setMade} />
        <ReceiverSummary />
      </Stack>
      {isMaking && <MakeKey onClose={() => setIsMaking(false)} onMade={setMade} />}
      <SecretOnce secret={made?.key} title={`Key "${made?.name ?? ''}"`} onClose={() => setMade(undefined)} />
    </>
  );
};

export default KeysPage;
