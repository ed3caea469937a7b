import { Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { ModelEditor } from '../model/model-editor.tsx';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

const reasoningEfforts: { value: string; label: LabelKey }[] = [
  { value: '', label: 'agentSettings.model.reasoning.default' },
  { value: 'none', label: 'agentSettings.model.reasoning.none' },
  { value: 'low', label: 'agentSettings.model.reasoning.low' },
  { value: 'medium', label: 'agentSettings.model.reasoning.medium' },
  { value: 'high', label: 'agentSettings.model.reasoning.high' },
];

export const ModelSection = () => {
  const model = useSetting('model');
  const fallback = useSetting('fallbackModel');
  const temperature = useSetting('temperature');
  const maxOutput = useSetting('maxOutputTokens');
  const reasoning = useSetting('reasoning');
  const question = useSetting('questionTokenLimit');
  return (
    <FormSection title={t('agentSettings.model.title')} description={t('agentSettings.model.description')}>
      <ModelEditor
        label={t('agentSettings.model.title')}
        value={model.value}
        onChange={model.set}
        none={t('agentSettings.model.default')}
      />
      <ModelEditor
        label={t('agentSettings.model.fallback')}
        value={fallback.value}
        onChange={fallback.set}
        none={t('agentSettings.model.noFallback')}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NumberInput
          label={t('agentSettings.model.temperature')}
          description={t('agentSettings.model.temperatureHint')}
          min={0}
          max={2}
          step={0.1}
          value={temperature.value ?? ''}
          onChange={(value) => temperature.set(numberOrNull(value))}
        />
        <NumberInput
          label={t('agentSettings.model.maxAnswerTokens')}
          description={t('agentSettings.model.maxAnswerTokensHint')}
          min={1}
          max={200_000}
          value={maxOutput.value}
          onChange={(value) => maxOutput.set(numberOrNull(value) ?? 1)}
        />
      </Group>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NativeSelect
          label={t('agentSettings.model.reasoning')}
          description={t('agentSettings.model.reasoningHint')}
          data={reasoningEfforts.map(({ value, label }) => ({ value, label: t(label) }))}
          value={reasoning.value ?? ''}
          onChange={(event) => reasoning.set((event.currentTarget.value || null) as typeof reasoning.value)}
        />
        <NumberInput
          label={t('agentSettings.model.maxQuestionTokens')}
          description={t('agentSettings.model.maxQuestionTokensHint')}
          min={1}
          max={1_000_000}
          value={question.value}
          onChange={(value) => question.set(numberOrNull(value) ?? 1)}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('agentSettings.model.change')}
      </Text>
    </FormSection>
  );
};
