import { NativeSelect, NumberInput, Switch } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

export const MemorySection = () => {
  const { value, merge } = useSetting('memory');
  return (
    <FormSection
      title="Memory"
      description="The newest messages go along word by word; what is older is kept as short notes and recalled by meaning."
    >
      <Switch
        label="Short-term memory"
        description="The agent sees the messages before this one"
        checked={value.shortTerm}
        onChange={(event) => merge({ shortTerm: event.currentTarget.checked })}
      />
      <NumberInput
        label="Short-term budget"
        description="Tokens of earlier messages at most"
        min={0}
        max={200_000}
        step={500}
        value={value.shortTermTokens}
        onChange={(tokens) => merge({ shortTermTokens: numberOrNull(tokens) ?? 0 })}
        disabled={!value.shortTerm}
      />
      <Switch
        label="Long-term memory"
        description="What falls out of the short-term memory can still be recalled"
        checked={value.longTerm}
        onChange={(event) => merge({ longTerm: event.currentTarget.checked })}
      />
      <NativeSelect
        label="Recalled from"
        data={[
          { value: 'conversation', label: 'This conversation' },
          { value: 'user', label: 'All conversations of the same user' },
        ]}
        value={value.longTermScope}
        onChange={(event) => merge({ longTermScope: event.currentTarget.value as 'conversation' | 'user' })}
        disabled={!value.longTerm}
      />
    </FormSection>
  );
};
