import { Button, Checkbox, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { forgetOnly, useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { leaveFreely } from '../../../lib/leave-guard.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useSettingsForm } from '../settings-form.tsx';

const Duplicate = () => {
  const agent = useAgentScope();
  const { saved } = useSettingsForm();
  const [, navigate] = useLocation();
  const [name, setName] = useState(() => t('agentSettings.duplicate.defaultName', { name: saved.name }));
  const copy = useChange(() => api.post(at(agent.api, '/duplicate'), { name }), {
    changes: [at(agent.workspace.api, '/agents')],
    done: t('agentSettings.duplicate.done'),
    onDone: ({ id }) => navigate(`${agent.workspace.href}/agents/${id}`),
  });
  return (
    <FormSection
      title={t('agentSettings.duplicate.title')}
      description={t('agentSettings.duplicate.description')}
    >
      <Group align="flex-end">
        <LimitedInput
          label={t('agentSettings.duplicate.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          limit={100}
          style={{ flex: 1 }}
        />
        <Button
          variant="default"
          loading={copy.isPending}
          disabled={name.trim() === ''}
          onClick={() => copy.mutate(undefined)}
        >
          {t('agentSettings.duplicate.title')}
        </Button>
      </Group>
    </FormSection>
  );
};

const Export = () => {
  const agent = useAgentScope();
  const [hasKnowledge, setHasKnowledge] = useState(false);
  return (
    <FormSection title={t('agentSettings.export.title')} description={t('agentSettings.export.description')}>
      <Checkbox
        label={t('agentSettings.export.knowledge')}
        description={t('agentSettings.export.knowledgeHint')}
        checked={hasKnowledge}
        onChange={(event) => setHasKnowledge(event.currentTarget.checked)}
      />
      <div>
        <Button
          variant="default"
          component="a"
          href={api.link(at(agent.api, '/export'), { knowledge: hasKnowledge })}
          download
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {t('agentSettings.export.action')}
        </Button>
      </div>
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
    // Unsaved changes no longer matter.
    leaveFreely(() => navigate(`${agent.workspace.href}/agents`));
    await forgetOnly(at(agent.workspace.api, '/agents'));
  };
  return (
    <>
      <Duplicate />
      <Export />
      <FormSection
        title={t('agentSettings.delete.title')}
        description={t('agentSettings.delete.description')}
      >
        <div>
          <Button color="red" variant="light" onClick={() => setIsAsking(true)}>
            {t('agentSettings.delete.action')}
          </Button>
        </div>
        <ConfirmDialog
          opened={isAsking}
          onClose={() => setIsAsking(false)}
          title={t('agentSettings.delete.confirm', { name: saved.name })}
          typed={saved.name}
          onConfirm={remove}
        >
          {t('agentSettings.delete.text')}
        </ConfirmDialog>
      </FormSection>
    </>
  );
};
