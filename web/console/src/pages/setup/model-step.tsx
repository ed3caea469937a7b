import { Button, Radio, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { DefaultModel } from '../../api/derived-types.ts';
import type { ConfiguredModel } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { LimitedInput } from '../../components/limited-input.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { useWorkspace, type WorkspaceScope } from '../../session/use-workspace.ts';
import { bodyOf, type ConnectionDraft, isComplete, newDraft, newModel } from '../models/connection-draft.ts';
import { ModelTestResult } from '../models/model-test-result.tsx';
import { ProviderFields } from '../models/provider-fields.tsx';
import { useConnectionTest } from '../models/use-connection-test.ts';
import { StepForm } from './step-form.tsx';

type Choice = 'service' | 'embedded' | 'connection';

/** After a reload the connection may exist already. Then it is changed. */
const saveConnection = async (workspace: WorkspaceScope, draft: ConnectionDraft): Promise<DefaultModel> => {
  const path = at(workspace.api, '/model-connections');
  const { items } = await api.get(path);
  const known = items.find(({ name }) => name === draft.name);
  const { id } = known
    ? await api.patch(at(workspace.api, '/model-connections/{connectionId}', { connectionId: known.id }), {
        version: known.version,
        ...bodyOf(draft),
      })
    : await api.post(path, bodyOf(draft));
  return { provider: 'connection', connectionId: id, name: draft.models[0]!.name.trim() };
};

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';

interface ConnectionFieldsProps {
  draft: ConnectionDraft;
  onChange(part: Partial<ConnectionDraft>): void;
}

const ConnectionFields = ({ draft, onChange }: ConnectionFieldsProps) => {
  const test = useConnectionTest(draft);
  const model = draft.models[0]!;
  return (
    <Stack gap="sm">
      <ProviderFields draft={draft} onChange={onChange} />
      <LimitedInput
        label={t('agentSettings.model.name')}
        value={model.name}
        limit={200}
        onChange={(event) => onChange({ models: [{ ...model, name: event.currentTarget.value }] })}
        autoComplete="off"
        required
      />
      <div>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={test.isPending}
          disabled={model.name.trim() === ''}
          onClick={() => test.start(model)}
        >
          {t('agentSettings.testConnection')}
        </Button>
      </div>
      <ModelTestResult result={test.result} error={test.error} />
    </Stack>
  );
};

const ModelForm = ({ service, onDone }: { service: ConfiguredModel; onDone(): Promise<void> }) => {
  const workspace = useWorkspace();
  const [choice, setChoice] = useState<Choice>('service');
  const [entered, setEntered] = useState(() => ({ ...newDraft(), models: [newModel(0)] }));
  // The host is a good name; the page Models can change it.
  const draft = {
    ...entered,
    name: hostOf(entered.baseUrl) || t('agentSettings.model.provider.name', { provider: entered.provider }),
  };
  const save = async (): Promise<void> => {
    const model: DefaultModel | null =
      choice === 'connection'
        ? await saveConnection(workspace, draft)
        : choice === 'embedded'
          ? { provider: 'embedded' }
          : null;
    await api.put(at(workspace.api, '/default-model'), { model });
    await onDone();
  };
  return (
    <StepForm onSubmit={save} isReady={choice !== 'connection' || isComplete(draft)}>
      <Radio.Group
        label={t('setup.model.choice')}
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
      >
        <Stack gap="xs" mt={6}>
          {service.isEmbedded ? (
            <Radio
              value="service"
              label={t('setup.model.embedded')}
              description={t('setup.model.embeddedHint')}
            />
          ) : (
            <>
              <Radio
                value="service"
                label={t('setup.model.service', { name: service.name ?? '' })}
                description={t('setup.model.serviceHint')}
              />
              <Radio
                value="embedded"
                label={t('setup.model.embedded')}
                description={t('setup.model.embeddedHint')}
              />
            </>
          )}
          <Radio
            value="connection"
            label={t('setup.model.connection')}
            description={t('setup.model.connectionHint')}
          />
        </Stack>
      </Radio.Group>
      {choice === 'connection' && (
        <ConnectionFields
          draft={draft}
          onChange={(part) => setEntered((before) => ({ ...before, ...part }))}
        />
      )}
    </StepForm>
  );
};

/** Chooses the default model of the workspace. */
export const ModelStep = ({ onDone }: { onDone(): Promise<void> }) => {
  const workspace = useWorkspace();
  const service = useResource(at(workspace.api, '/models'));
  return (
    <ResourceView resource={service}>
      {({ model }) => <ModelForm service={model} onDone={onDone} />}
    </ResourceView>
  );
};
