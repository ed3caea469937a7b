import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { FormSection } from '../../../components/form-section.tsx';
import { LimitedTextarea } from '../../../components/limited-input.tsx';
import { rich } from '../../../messages/rich.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

export const PromptSection = () => {
  const { value, set } = useSetting('prompt');
  const { saved } = useSettingsForm();
  const { href } = useAgentScope();
  return (
    <FormSection
      title={t('agentSettings.prompt.title')}
      description={rich('agentSettings.prompt.description', {
        link: (text) => (
          <Anchor component={Link} href={`${href}/try`} size="sm">
            {text}
          </Anchor>
        ),
      })}
    >
      <LimitedTextarea
        aria-label={t('agentSettings.prompt.title')}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        autosize
        minRows={8}
        maxRows={24}
        limit={100_000}
        placeholder={t('agentSettings.prompt.placeholder', { name: saved.name })}
      />
    </FormSection>
  );
};
