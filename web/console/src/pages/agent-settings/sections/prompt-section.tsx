import { Anchor, Textarea } from '@mantine/core';
import { Link } from 'wouter';
import { FormSection } from '../../../components/form-section.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useSetting, useSettingsForm } from '../settings-form.tsx';

export const PromptSection = () => {
  const { value, set } = useSetting('prompt');
  const { saved } = useSettingsForm();
  const { href } = useAgentScope();
  return (
    <FormSection
      title="Prompt"
      description={
        <>
          Who the agent is, what it helps with, what it must not do, and in what tone. Passages of the
          knowledge are added by themselves.{' '}
          <Anchor component={Link} href={`${href}/try`} size="sm">
            Write it with a chat beside it
          </Anchor>
        </>
      }
    >
      <Textarea
        aria-label="Prompt"
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        autosize
        minRows={8}
        maxRows={24}
        maxLength={100_000}
        placeholder={`You are the assistant of ${saved.name}. Answer from the knowledge you are given. When you do not know, say so and offer to call a person.`}
      />
    </FormSection>
  );
};
