import { Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { ModelEditor } from '../model/model-editor.tsx';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

const reasonings = [
  { value: '', label: "The model's own" },
  { value: 'none', label: 'None' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

export const ModelSection = () => {
  const model = useSetting('model');
  const fallback = useSetting('fallbackModel');
  const temperature = useSetting('temperature');
  const maxOutput = useSetting('maxOutputTokens');
  const reasoning = useSetting('reasoning');
  const question = useSetting('questionTokenLimit');
  return (
    <FormSection
      title="Model"
      description="Which model answers. Without one of its own the agent uses the default of the service."
    >
      <ModelEditor label="Model" value={model.value} onChange={model.set} none="Default of the service" />
      <ModelEditor
        label="When it does not answer"
        value={fallback.value}
        onChange={fallback.set}
        none="No second model"
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NumberInput
          label="Temperature"
          description="Empty: the model's own"
          min={0}
          max={2}
          step={0.1}
          value={temperature.value ?? ''}
          onChange={(value) => temperature.set(numberOrNull(value))}
        />
        <NumberInput
          label="Longest answer"
          description="Tokens"
          min={1}
          max={200_000}
          value={maxOutput.value}
          onChange={(value) => maxOutput.set(numberOrNull(value) ?? 1)}
        />
      </Group>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NativeSelect
          label="Reasoning"
          description="For models that think before they answer"
          data={reasonings}
          value={reasoning.value ?? ''}
          onChange={(event) => reasoning.set((event.currentTarget.value || null) as typeof reasoning.value)}
        />
        <NumberInput
          label="Longest question"
          description="Tokens; files do not count"
          min={1}
          max={1_000_000}
          value={question.value}
          onChange={(value) => question.set(numberOrNull(value) ?? 1)}
        />
      </Group>
      <Text size="xs" c="dimmed">
        A change of the model applies to the next message; rounds under way end with the model they began
        with.
      </Text>
    </FormSection>
  );
};
