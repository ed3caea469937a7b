import { Checkbox, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { sendFile } from '../../api/send-file.ts';
import { LimitedInput } from '../../components/limited-input.tsx';
import { type LabelKey, t } from '../../messages/translate.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';
import { agentScope, useWorkspace } from '../../session/use-workspace.ts';
import { StepForm } from './step-form.tsx';

type Template = 'documents' | 'empty';

const templates: { value: Template; label: LabelKey; description: LabelKey }[] = [
  {
    value: 'documents',
    label: 'setup.agent.documents',
    description: 'setup.agent.documents.text',
  },
  { value: 'empty', label: 'setup.agent.empty', description: 'setup.agent.empty.text' },
];

/**
 * The first start has created an agent, and its API key was printed. It becomes the first agent if nobody has changed it;
 * otherwise a new one is created.
 */
const saveAgent = async (workspace: WorkspaceScope, name: string, prompt: string): Promise<string> => {
  const { items } = await api.get(at(workspace.api, '/agents'), { query: { pageSize: 2 } });
  const [only, second] = items;
  const settings = prompt === '' ? {} : { prompt };
  if (only && !second && only.version === 1 && only.kind === 'simple') {
    await api.patch(agentScope(workspace, only.id).api, { version: 1, name, settings });
    return only.id;
  }
  return (await api.post(at(workspace.api, '/agents'), { name, settings })).id;
};

/** Creates the first agent from a template. */
export const AgentStep = ({ onDone }: { onDone(agentId: string): Promise<void> }) => {
  const workspace = useWorkspace();
  const [name, setName] = useState('');
  const [template, setTemplate] = useState<Template>('documents');
  const [addsExample, setAddsExample] = useState(true);
  const save = async (): Promise<void> => {
    const isForDocuments = template === 'documents';
    const agentId = await saveAgent(workspace, name.trim(), isForDocuments ? t('setup.agent.prompt') : '');
    if (isForDocuments && addsExample)
      await sendFile(
        'post',
        at(agentScope(workspace, agentId).api, '/documents/upload'),
        new Blob([t('setup.agent.example.content')]),
        { query: { name: t('setup.agent.example.file') } },
      );
    await onDone(agentId);
  };
  return (
    <StepForm onSubmit={save} isReady={name.trim() !== ''}>
      <LimitedInput
        label={t('setup.agent.name')}
        description={t('setup.agent.nameHint')}
        value={name}
        limit={100}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
      />
      <Radio.Group
        label={t('setup.agent.template')}
        value={template}
        onChange={(value) => setTemplate(value as Template)}
      >
        <Stack gap="xs" mt={6}>
          {templates.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={t(label)} description={t(description)} />
          ))}
        </Stack>
      </Radio.Group>
      {template === 'documents' && (
        <Checkbox
          label={t('setup.agent.example')}
          description={t('setup.agent.exampleHint')}
          checked={addsExample}
          onChange={(event) => setAddsExample(event.currentTarget.checked)}
        />
      )}
    </StepForm>
  );
};
