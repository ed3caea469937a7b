import { Anchor, Group, Paper, Switch, Text, Textarea, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { ModelConfig } from '../../api/derived-types.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { useSetting, useSettingsForm } from '../agent-settings/settings-form.tsx';
import classes from './try-it.module.css';

interface PromptPanelProps {
  isFlow: boolean;
  usesDraft: boolean;
  onUsesDraft(usesDraft: boolean): void;
}

const nameOf = (model: ModelConfig | null): string => {
  if (model === null) return 'default of the service';
  return model.provider === 'embedded' ? 'embedded' : `${model.name} (${model.provider})`;
};

export const PromptPanel = ({ isFlow, usesDraft, onUsesDraft }: PromptPanelProps) => {
  const { value, set } = useSetting('prompt');
  const { draft, isReadOnly } = useSettingsForm();
  const { href } = useAgentScope();
  return (
    <Paper className={classes.panel}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Prompt</Title>
        <Text size="xs" c="dimmed">
          Model: {nameOf(draft.settings.model)}{' '}
          <Anchor component={Link} href={`${href}/settings`} size="xs">
            change
          </Anchor>
        </Text>
      </Group>
      <Textarea
        aria-label="Prompt"
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        placeholder="Who the agent is, what it helps with, what it must not do, and in what tone."
        autosize
        minRows={5}
        maxRows={12}
        readOnly={isReadOnly}
      />
      {isFlow && (
        <Switch
          mt="sm"
          label="Run the draft of the flow"
          description="Off: what is published"
          checked={usesDraft}
          onChange={(event) => onUsesDraft(event.currentTarget.checked)}
        />
      )}
    </Paper>
  );
};
