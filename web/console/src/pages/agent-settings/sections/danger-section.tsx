import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { forgetOnly, useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { leaveFreely } from '../../../lib/leave-guard.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useSettingsForm } from '../settings-form.tsx';

const Duplicate = () => {
  const agent = useAgentScope();
  const { saved } = useSettingsForm();
  const [, navigate] = useLocation();
  const [name, setName] = useState(`${saved.name} (copy)`);
  const copy = useChange(() => api.post(at(agent.api, '/duplicate'), { name }), {
    changes: [at(agent.workspace.api, '/agents')],
    done: 'Duplicated',
    onDone: ({ id }) => navigate(`${agent.workspace.href}/agents/${id}`),
  });
  return (
    <FormSection
      title="Duplicate"
      description="Copies the settings, secrets included; not the keys, the knowledge or the conversations."
    >
      <Group align="flex-end">
        <TextInput
          label="Name of the copy"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          style={{ flex: 1 }}
        />
        <Button
          variant="default"
          loading={copy.isPending}
          disabled={name.trim() === ''}
          onClick={() => copy.mutate(undefined)}
        >
          Duplicate
        </Button>
      </Group>
    </FormSection>
  );
};

export const DangerSection = () => {
  const agent = useAgentScope();
  const { saved } = useSettingsForm();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const remove = async (): Promise<void> => {
    await api.remove(agent.api);
    // Nothing is left that could be saved.
    leaveFreely(() => navigate(`${agent.workspace.href}/agents`));
    await forgetOnly(at(agent.workspace.api, '/agents'));
  };
  return (
    <>
      <Duplicate />
      <FormSection
        title="Delete"
        description="Its keys are refused from then on, and its pages say that it is gone."
      >
        <div>
          <Button color="red" variant="light" onClick={() => setIsAsking(true)}>
            Delete this agent
          </Button>
        </div>
        <ConfirmDialog
          opened={isAsking}
          onClose={() => setIsAsking(false)}
          title={`Delete ${saved.name}?`}
          typed={saved.name}
          onConfirm={remove}
        >
          The agent, its knowledge and its keys go. Conversations stay readable over the management API. This
          cannot be undone.
        </ConfirmDialog>
      </FormSection>
    </>
  );
};
