import { NumberInput, SimpleGrid } from '@mantine/core';
import type { AgentSettings } from '../../../api/generated.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';

type Name = {
  [Key in keyof AgentSettings['channels']]: AgentSettings['channels'][Key] extends number | null
    ? Key
    : never;
}[keyof AgentSettings['channels']];

const fields: { name: Name; label: string; description: string; least: number; most: number }[] = [
  {
    name: 'messagesPerMinute',
    label: 'Messages a minute, by visitor',
    description: 'One browser',
    least: 1,
    most: 10_000,
  },
  {
    name: 'messagesPerMinutePerAddress',
    label: 'Messages a minute, by network address',
    description: 'All visitors of one address, which may be a whole office',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'messagesPerMinutePerAgent',
    label: 'Messages a minute, all visitors',
    description: 'Users with a valid user_hash do not count',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'newVisitorsPerMinutePerAddress',
    label: 'New visitors a minute, by network address',
    description: 'Browsers that were never here before',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'sessionsPerMinutePerAddress',
    label: 'Pages opened a minute, by network address',
    description: 'New and known browsers',
    least: 1,
    most: 1_000_000,
  },
  {
    name: 'filesPerMessage',
    label: 'Files in a message',
    description: '0: visitors cannot send files',
    least: 0,
    most: 9,
  },
  {
    name: 'messageMb',
    label: 'Size of the files in a message (MB)',
    description: 'All files together',
    least: 1,
    most: 190,
  },
  {
    name: 'storedMbPerVisitor',
    label: 'Files kept of one visitor (MB)',
    description: "Empty: the installation's default",
    least: 1,
    most: 1_000_000,
  },
];

/** What strangers may spend of the agent. */
export const VisitorLimitsSection = () => {
  const { value, merge } = useSetting('channels');
  return (
    <FormSection
      title="Limits for visitors"
      description="Apply to share page, iframe and widgets, over all processes together. Above a limit visitors are asked to wait."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map(({ name, label, description, least, most }) => (
          <NumberInput
            key={name}
            label={label}
            description={description}
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
