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
import { type AgentTemplate, agentTemplates } from './agent-templates.ts';

/** An empty agent of a kind, or a copy of a template. */
type Start = AgentKind | AgentTemplate;

const starts: { start: Start; label: LabelKey; description: LabelKey }[] = [
  { start: 'simple', label: 'agents.type.simple', description: 'agents.type.simpleHint' },
  { start: 'flow', label: 'agents.type.flow', description: 'agents.type.flowHint' },
  ...agentTemplates.map(({ id, name, about }) => ({ start: id, label: name, description: about })),
];

const isKind = (start: Start): start is AgentKind => start === 'simple' || start === 'flow';

export const NewAgent = ({ onClose }: { onClose(): void }) => {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [start, setStart] = useState<Start>('simple');
  const [prompt, setPrompt] = useState('');
  const create = useChange(
    async () => {
      if (isKind(start))
        return api.post(at(workspace.api, '/agents'), { name, kind: start, settings: { prompt } });
      return (await api.post(at(workspace.api, '/agent-templates'), { template: start, name })).agent;
    },
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
      <Radio.Group label={t('agents.new.start')} value={start} onChange={(value) => setStart(value as Start)}>
        <Stack gap="xs" mt="xs">
          {starts.map((one) => (
            <Radio key={one.start} value={one.start} label={t(one.label)} description={t(one.description)} />
          ))}
        </Stack>
      </Radio.Group>
      {start === 'simple' && (
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
