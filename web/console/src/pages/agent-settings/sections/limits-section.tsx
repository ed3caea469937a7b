import { NumberInput, Switch } from '@mantine/core';
import type { AgentDefaults, AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';
import { useAgentDefaults } from '../use-agent-defaults.ts';

interface LimitField {
  name: Exclude<keyof AgentSettings['limits'], 'retriesSilence'>;
  label: string;
  description: string | undefined;
  most: number;
  least: number;
}

/** The hints name the values that apply if a field is empty, so they are missing until these are known. */
const createFields = (defaults: AgentDefaults | undefined): LimitField[] => [
  {
    name: 'requestsPerMinutePerKey',
    label: t('agentSettings.limits.requestsPerKey'),
    description: t('agentSettings.limits.requestsPerKeyHint'),
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'roundsPerMinutePerUser',
    label: t('agentSettings.limits.messagesPerUser'),
    description: t('agentSettings.limits.messagesPerUserHint'),
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'runTimeoutMs',
    label: t('agentSettings.limits.replyTimeout'),
    description: defaults && t('agentSettings.limits.replyTimeoutHint', { default: defaults.runTimeoutMs }),
    least: 100,
    most: 3_600_000,
  },
  {
    name: 'storedMb',
    label: t('agentSettings.limits.stored'),
    description:
      defaults &&
      (defaults.storedMb === null
        ? t('agentSettings.limits.storedHintNoLimit')
        : t('agentSettings.limits.storedHint', { default: defaults.storedMb })),
    least: 1,
    most: 100_000_000,
  },
  {
    name: 'firstTokenTimeoutMs',
    label: t('agentSettings.limits.firstToken'),
    description:
      defaults && t('agentSettings.limits.firstTokenHint', { default: defaults.firstTokenTimeoutMs }),
    least: 100,
    most: 3_600_000,
  },
];

export const LimitsSection = () => {
  const { value, merge } = useSetting('limits');
  return (
    <FormSection title={t('agentSettings.limits.title')} description={t('agentSettings.limits.description')}>
      {createFields(useAgentDefaults()).map(({ name, label, description, least, most }) => (
        <NumberInput
          key={name}
          label={label}
          description={description}
          min={least}
          max={most}
          value={value[name] ?? ''}
          onChange={(limit) => merge({ [name]: numberOrNull(limit) })}
        />
      ))}
      <Switch
        label={t('agentSettings.limits.retry')}
        description={t('agentSettings.limits.retryHint')}
        checked={value.retriesSilence}
        onChange={(event) => merge({ retriesSilence: event.currentTarget.checked })}
      />
    </FormSection>
  );
};
