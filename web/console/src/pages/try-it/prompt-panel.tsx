import { Anchor, Group, Paper, Text, Textarea, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { ModelConfig, ModelReference } from '../../api/derived-types.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { useSetting, useSettingsForm } from '../agent-settings/settings-form.tsx';
import classes from './try-it.module.css';

const nameOf = (model: ModelConfig | ModelReference | null): string => {
  if (model === null) return t('tryIt.model.default');
  if (model.provider === 'connection') return model.name ?? '';
  return model.provider === 'embedded' ? t('tryIt.model.embedded') : `${model.name} (${model.provider})`;
};

export const PromptPanel = () => {
  const { value, set } = useSetting('prompt');
  const { draft, isReadOnly } = useSettingsForm();
  const { href } = useAgentScope();
  return (
    <Paper className={classes.panel}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{t('tryIt.prompt')}</Title>
        <Text size="xs" c="dimmed">
          {t('tryIt.model', { name: nameOf(draft.settings.model) })}{' '}
          <Anchor component={Link} href={`${href}/settings`} size="xs">
            {t('tryIt.model.change')}
          </Anchor>
        </Text>
      </Group>
      <Textarea
        aria-label={t('tryIt.prompt')}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        placeholder={t('tryIt.promptPlaceholder')}
        autosize
        minRows={5}
        maxRows={12}
        readOnly={isReadOnly}
      />
    </Paper>
  );
};
