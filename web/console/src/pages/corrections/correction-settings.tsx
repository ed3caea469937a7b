import { Button, Group, Input, Paper, Radio, Slider, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Agent } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { formatScore } from '../../lib/format-score.ts';
import { isSame } from '../../lib/is-same.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

type Settings = Agent['settings']['corrections'];

const modes: readonly { value: Settings['mode']; label: LabelKey; hint: LabelKey }[] = [
  { value: 'answer', label: 'corrections.mode.answer', hint: 'corrections.mode.answerHint' },
  { value: 'passage', label: 'corrections.mode.passage', hint: 'corrections.mode.passageHint' },
  { value: 'off', label: 'corrections.mode.off', hint: 'corrections.mode.offHint' },
];

/** What similar questions get, and how similar they must be. */
export const CorrectionSettings = ({ agent }: { agent: Agent }) => {
  const scope = useAgentScope();
  const saved = agent.settings.corrections;
  const [draft, setDraft] = useState(saved);
  const isReadOnly = !scope.can('agent:write');
  const save = useChange(
    () => api.patch(scope.api, { version: agent.version, settings: { corrections: { ...draft } } }),
    {
      changes: [at(scope.workspace.api, '/agents')],
      done: t('corrections.settingsSaved'),
    },
  );
  return (
    <Paper p="md" component="section" aria-label={t('corrections.settings')}>
      <Stack gap="md">
        <Title order={2}>{t('corrections.settings')}</Title>
        <Radio.Group
          label={t('corrections.mode')}
          value={draft.mode}
          onChange={(mode) => setDraft({ ...draft, mode: mode as Settings['mode'] })}
        >
          <Stack gap="xs" mt="xs">
            {modes.map(({ value, label, hint }) => (
              <Radio key={value} value={value} label={t(label)} description={t(hint)} disabled={isReadOnly} />
            ))}
          </Stack>
        </Radio.Group>
        {agent.kind === 'flow' && (
          <Text size="sm" c="dimmed">
            {t('corrections.flowHint')}
          </Text>
        )}
        <Input.Wrapper
          label={t('corrections.threshold', { score: formatScore(draft.threshold, 2) })}
          description={t('corrections.thresholdHint')}
          labelElement="div"
          pb="md"
        >
          <Slider
            mt={6}
            mx="xl"
            min={0.5}
            max={1}
            step={0.01}
            value={draft.threshold}
            onChange={(threshold) => setDraft({ ...draft, threshold })}
            label={(score) => formatScore(score, 2)}
            thumbLabel={t('corrections.thresholdLabel')}
            disabled={isReadOnly || draft.mode === 'off'}
            marks={[
              { value: 0.5, label: t('corrections.loose') },
              { value: 1, label: t('corrections.strict') },
            ]}
          />
        </Input.Wrapper>
        {!isReadOnly && (
          <Group justify="flex-end" mt="xs">
            <Button
              loading={save.isPending}
              disabled={isSame(saved, draft)}
              onClick={() => save.mutate(undefined)}
            >
              {t('common.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
};
