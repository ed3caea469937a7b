import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';

type Dialogue = 'top-up' | 'limit';

const ChangeCredits = ({ kind, onClose }: { kind: Dialogue; onClose(): void }) => {
  const workspace = useWorkspace();
  const [amount, setAmount] = useState('');
  const path = at(workspace.api, '/credits');
  const change = useChange(
    () =>
      kind === 'top-up'
        ? api.post(at(path, '/top-ups'), { amount })
        : api.put(path, { balance: amount === '' ? null : amount }),
    { changes: [path], done: 'The balance has changed.', onDone: onClose, quiet: true },
  );
  return (
    <FormDialog
      title={kind === 'top-up' ? 'Top up' : 'Set the balance'}
      action="Save"
      change={change}
      failure={null}
      onClose={onClose}
    >
      <TextInput
        label="Credits"
        description={
          kind === 'top-up' ? 'Added to what is left.' : 'What may be spent from now on. Empty: no limit.'
        }
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value.trim())}
        inputMode="decimal"
        pattern="\d{1,7}(\.\d{1,9})?"
        error={change.error?.message}
        required={kind === 'top-up'}
        data-autofocus
      />
    </FormDialog>
  );
};

/** What the workspace may still spend. */
export const CreditsCard = () => {
  const workspace = useWorkspace();
  const [dialogue, setDialogue] = useState<Dialogue>();
  const credits = useResource(at(workspace.api, '/credits'));
  return (
    <Paper p="lg">
      <ResourceView resource={credits} bars={1}>
        {({ balance, reserved, available }) => (
          <Group justify="space-between">
            <div>
              <Title order={2}>Balance</Title>
              <Text size="sm" c="dimmed">
                {balance === null
                  ? 'There is no limit: agents answer whatever it costs.'
                  : `${balance} credits left, of which ${available} are free and ${reserved} are promised to answers under way. At zero agents stop answering.`}
              </Text>
            </div>
            {workspace.can('credit:write') && (
              <Group gap="xs">
                {balance !== null && <Button onClick={() => setDialogue('top-up')}>Top up</Button>}
                <Button variant="default" onClick={() => setDialogue('limit')}>
                  {balance === null ? 'Set a limit' : 'Change'}
                </Button>
              </Group>
            )}
          </Group>
        )}
      </ResourceView>
      {dialogue && <ChangeCredits kind={dialogue} onClose={() => setDialogue(undefined)} />}
    </Paper>
  );
};
