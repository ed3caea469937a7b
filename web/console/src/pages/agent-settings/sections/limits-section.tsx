import { NumberInput, Switch } from '@mantine/core';
import type { AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

interface LimitField {
  name: Exclude<keyof AgentSettings['limits'], 'retriesSilence'>;
  label: string;
  description: string;
  most: number;
  least: number;
}

/** Of the service, where neither the agent nor the model sets a timeout. */
const defaultFirstTokenTimeoutMs = 120_000;

const createFields = (): LimitField[] => [
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
    description: t('agentSettings.limits.replyTimeoutHint'),
    least: 100,
    most: 3_600_000,
  },
  {
    name: 'storedMb',
    label: t('agentSettings.limits.stored'),
    description: t('agentSettings.limits.storedHint'),
    least: 1,
    most: 100_000_000,
  },
  {
    name: 'firstTokenTimeoutMs',
    label: t('agentSettings.limits.firstToken'),
    description: t('agentSettings.limits.firstTokenHint', { default: defaultFirstTokenTimeoutMs }),
    least: 100,
    most: 3_600_000,
  },
];

export const LimitsSection = () => {
  const { value, merge } = useSetting('limits');
  return (
    <FormSection title={t('agentSettings.limits.title')} description={t('agentSettings.limits.description')}>
      {createFields().map(({ name, label, description, least, most }) => (
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
