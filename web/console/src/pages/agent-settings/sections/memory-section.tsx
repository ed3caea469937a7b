import { NativeSelect, NumberInput, Switch } from '@mantine/core';
import { FormSection } from '../../../components/form-section.tsx';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

export const MemorySection = () => {
  const { value, merge } = useSetting('memory');
  return (
    <FormSection title={t('agentSettings.memory.title')} description={t('agentSettings.memory.description')}>
      <Switch
        label={t('agentSettings.memory.shortTerm')}
        description={t('agentSettings.memory.shortTermHint')}
        checked={value.shortTerm}
        onChange={(event) => merge({ shortTerm: event.currentTarget.checked })}
      />
      <NumberInput
        label={t('agentSettings.memory.tokens')}
        description={t('agentSettings.memory.tokensHint')}
        min={0}
        max={200_000}
        step={500}
        value={value.shortTermTokens}
        onChange={(tokens) => merge({ shortTermTokens: numberOrNull(tokens) ?? 0 })}
        disabled={!value.shortTerm}
      />
      <Switch
        label={t('agentSettings.memory.longTerm')}
        description={t('agentSettings.memory.longTermHint')}
        checked={value.longTerm}
        onChange={(event) => merge({ longTerm: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t('agentSettings.memory.scope')}
        data={[
          { value: 'conversation', label: t('agentSettings.memory.scope.conversation') },
          { value: 'user', label: t('agentSettings.memory.scope.user') },
        ]}
        value={value.longTermScope}
        onChange={(event) => merge({ longTermScope: event.currentTarget.value as 'conversation' | 'user' })}
        disabled={!value.longTerm}
      />
    </FormSection>
  );
};
