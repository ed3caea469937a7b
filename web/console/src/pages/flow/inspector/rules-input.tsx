import { ActionIcon, Autocomplete, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { FlowRule } from '../graph/flow-types.ts';
import { operatorWords } from '../graph/operator-words.ts';
import { TemplateInput } from './template-input.tsx';
import { useKnownVariables } from './use-known-variables.ts';

interface RulesInputProps {
  /** What the rules are of, for those who hear the form. */
  label: string;
  /** A branch has one at least. */
  isNeeded: boolean;
  value: FlowRule[];
  onChange(value: FlowRule[]): void;
}

const options = Object.entries(operatorWords).map(([value, label]) => ({ value, label }));
const needsNothing = (operator: FlowRule['operator']): boolean => operator.startsWith('is-');

export const RulesInput = ({ label, isNeeded, value, onChange }: RulesInputProps) => {
  const known = useKnownVariables().map(({ path }) => path);
  const edit = (index: number, part: Partial<FlowRule>): void =>
    onChange(value.map((rule, at) => (at === index ? { ...rule, ...part } : rule)));
  return (
    <Stack gap={8}>
      {value.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name; each field shows the rule's own value
        <Stack key={index} gap={4}>
          <Group gap={6} wrap="nowrap">
            <Autocomplete
              aria-label={`Variable of rule ${index + 1} of ${label}`}
              data={known}
              value={rule.variable}
              onChange={(variable) => edit(index, { variable })}
              style={{ flex: 1 }}
            />
            <NativeSelect
              aria-label={`Rule ${index + 1} of ${label}`}
              data={options}
              value={rule.operator}
              onChange={(event) =>
                edit(index, { operator: event.currentTarget.value as FlowRule['operator'] })
              }
              w={132}
            />
            <ActionIcon
              aria-label={`Remove rule ${index + 1} of ${label}`}
              disabled={isNeeded && value.length === 1}
              onClick={() => onChange(value.filter((_rule, at) => at !== index))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Group>
          {!needsNothing(rule.operator) && (
            <TemplateInput
              aria-label={`Value of rule ${index + 1} of ${label}`}
              placeholder="Value"
              value={rule.value}
              onChange={(text) => edit(index, { value: text })}
            />
          )}
        </Stack>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => onChange([...value, { variable: 'question', operator: 'contains', value: '' }])}
        >
          Add a rule
        </Button>
      </div>
    </Stack>
  );
};
