import { NumberInput, SimpleGrid } from '@mantine/core';
import type { AgentDefaults, AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';
import { useAgentDefaults } from '../use-agent-defaults.ts';

type Name = {
  [Key in keyof AgentSettings['channels']]: AgentSettings['channels'][Key] extends number | null
    ? Key
    : never;
}[keyof AgentSettings['channels']];

interface VisitorLimit {
  name: Name;
  label: LabelKey;
  /** Absent if the hint depends on the service. */
  description?: LabelKey;
  least: number;
  most: number;
}

const fields: VisitorLimit[] = [
  {
    name: 'messagesPerMinute',
    label: 'agentSettings.visitorLimits.messages',
    description: 'agentSettings.visitorLimits.messagesHint',
    least: 1,
    most: 10_000,
  },
  {
    name: 'messagesPerMinutePerAddress',
    label: 'agentSettings.visitorLimits.messagesPerAddress',
    description: 'agentSettings.visitorLimits.messagesPerAddressHint',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'messagesPerMinutePerAgent',
    label: 'agentSettings.visitorLimits.messagesPerAgent',
    description: 'agentSettings.visitorLimits.messagesPerAgentHint',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'newVisitorsPerMinutePerAddress',
    label: 'agentSettings.visitorLimits.newVisitors',
    description: 'agentSettings.visitorLimits.newVisitorsHint',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'sessionsPerMinutePerAddress',
    label: 'agentSettings.visitorLimits.pageLoads',
    description: 'agentSettings.visitorLimits.pageLoadsHint',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'filesPerMessage',
    label: 'agentSettings.visitorLimits.files',
    description: 'agentSettings.visitorLimits.filesHint',
    least: 0,
    most: 9,
  },
  {
    name: 'messageMb',
    label: 'agentSettings.visitorLimits.fileSize',
    description: 'agentSettings.visitorLimits.fileSizeHint',
    least: 1,
    most: 190,
  },
  {
    name: 'storedMbPerVisitor',
    label: 'agentSettings.visitorLimits.stored',
    least: 1,
    most: 1_000_000,
  },
];

const describeStored = (defaults: AgentDefaults | undefined): string | undefined => {
  if (!defaults) return undefined;
  const { storedMbPerVisitor } = defaults;
  return storedMbPerVisitor === null
    ? t('agentSettings.visitorLimits.storedHintNoLimit')
    : t('agentSettings.visitorLimits.storedHint', { default: storedMbPerVisitor });
};

/** Limits for people who use the chat without an API key. */
export const VisitorLimitsSection = () => {
  const { value, merge } = useSetting('channels');
  const storedHint = describeStored(useAgentDefaults());
  return (
    <FormSection
      title={t('agentSettings.visitorLimits.title')}
      description={t('agentSettings.visitorLimits.description')}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map(({ name, label, description, least, most }) => (
          <NumberInput
            key={name}
            label={t(label)}
            description={description ? t(description) : storedHint}
            min={least}
            max={most}
            value={value[name] ?? ''}
            onChange={(limit) =>
              merge({ [name]: numberOrNull(limit) ?? (name === 'storedMbPerVisitor' ? null : least) })
            }
          />
        ))}
      </SimpleGrid>
    </FormSection>
  );
};
