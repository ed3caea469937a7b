import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { AgentKind } from '../../api/derived-types.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';

const kinds: { value: AgentKind; label: string; description: string }[] = [
  {
    value: 'simple',
    label: 'Simple',
    description: 'A prompt, knowledge and tools; the model decides what to do',
  },
  { value: 'flow', label: 'Flow', description: 'Steps you draw: questions, branches, look-ups, a person' },
];

export const NewAgent = ({ onClose }: { onClose(): void }) => {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<AgentKind>('simple');
  const [prompt, setPrompt] = useState('');
  const create = useChange(
    () => api.post(at(workspace.api, '/agents'), { name, kind, settings: { prompt } }),
    {
      changes: [at(workspace.api, '/agents')],
      onDone: (agent) => navigate(`${workspace.href}/agents/${agent.id}`),
      quiet: true,
    },
  );
  return (
    <FormDialog
      title="New agent"
      action="Create"
      size="lg"
      change={create}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        placeholder="Help desk"
        required
        data-autofocus
      />
      <Radio.Group label="Kind" value={kind} onChange={(value) => setKind(value as AgentKind)}>
        <Stack gap="xs" mt="xs">
          {kinds.map((one) => (
            <Radio key={one.value} {...one} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'simple' && (
        <Textarea
          label="Prompt"
          description="What it is for, in a few sentences; you can try and improve it right afterwards"
          value={prompt}
          onChange={(event) => setPrompt(event.currentTarget.value)}
          placeholder="You answer questions about our shop: orders, returns, opening hours. Be friendly and brief."
          autosize
          minRows={4}
          maxRows={10}
        />
      )}
    </FormDialog>
  );
};
