import { Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { AgentKind } from '../../api/derived-types.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

const kinds: { kind: AgentKind; label: LabelKey; description: LabelKey }[] = [
  { kind: 'simple', label: 'agents.type.simple', description: 'agents.type.simpleHint' },
  { kind: 'flow', label: 'agents.type.flow', description: 'agents.type.flowHint' },
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
      title={t('shell.newAgent')}
      action={t('shell.create')}
      size="lg"
      change={create}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <LimitedInput
        label={t('common.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={100}
        placeholder={t('agents.new.namePlaceholder')}
        required
        data-autofocus
      />
      <Radio.Group label={t('agents.type')} value={kind} onChange={(value) => setKind(value as AgentKind)}>
        <Stack gap="xs" mt="xs">
          {kinds.map((one) => (
            <Radio key={one.kind} value={one.kind} label={t(one.label)} description={t(one.description)} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'simple' && (
        <Textarea
          label={t('agents.new.prompt')}
          description={t('agents.new.promptHint')}
          value={prompt}
          onChange={(event) => setPrompt(event.currentTarget.value)}
          placeholder={t('agents.new.promptPlaceholder')}
          autosize
          minRows={4}
          maxRows={10}
        />
      )}
    </FormDialog>
  );
};
