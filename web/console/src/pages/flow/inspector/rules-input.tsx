import { ActionIcon, Autocomplete, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../../messages/translate.ts';
import { comparisonLabels } from '../graph/comparison-labels.ts';
import type { FlowRule } from '../graph/flow-types.ts';
import { TemplateInput } from './template-input.tsx';
import { useKnownVariables } from './use-known-variables.ts';

interface RulesInputProps {
  /** What the rules belong to, for screen readers. */
  label: string;
  /** At least one rule is required. */
  isRequired: boolean;
  value: FlowRule[];
  onChange(value: FlowRule[]): void;
}

const options = () => Object.entries(comparisonLabels).map(([value, label]) => ({ value, label: t(label) }));
const hasNoValue = (operator: FlowRule['operator']): boolean => operator.startsWith('is-');

export const RulesInput = ({ label, isRequired, value, onChange }: RulesInputProps) => {
  const known = useKnownVariables().map(({ path }) => path);
  const edit = (index: number, part: Partial<FlowRule>): void =>
    onChange(value.map((rule, at) => (at === index ? { ...rule, ...part } : rule)));
  return (
    <Stack gap={8}>
      {value.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and all fields are controlled
        <Stack key={index} gap={4}>
          <Group gap={6} wrap="nowrap">
            <Autocomplete
              aria-label={t('flow.rule.variable', { number: index + 1, name: label })}
              data={known}
              value={rule.variable}
              onChange={(variable) => edit(index, { variable })}
              style={{ flex: 1 }}
            />
            <ActionIcon
              aria-label={t('flow.rule.remove', { number: index + 1, name: label })}
              disabled={isRequired && value.length === 1}
              onClick={() => onChange(value.filter((_rule, at) => at !== index))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Group>
          <Group gap={6} wrap="nowrap" align="flex-start">
            <NativeSelect
              aria-label={t('flow.rule.comparison', { number: index + 1, name: label })}
              data={options()}
              value={rule.operator}
              onChange={(event) =>
                edit(index, { operator: event.currentTarget.value as FlowRule['operator'] })
              }
              w={164}
              style={{ flexShrink: 0 }}
            />
            {!hasNoValue(rule.operator) && (
              <div style={{ flex: 1, minWidth: 0 }}>
                <TemplateInput
                  aria-label={t('flow.rule.value', { number: index + 1, name: label })}
                  placeholder={t('common.value')}
                  value={rule.value}
                  onChange={(text) => edit(index, { value: text })}
                />
              </div>
            )}
          </Group>
        </Stack>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => onChange([...value, { variable: 'question', operator: 'contains', value: '' }])}
        >
          {t('flow.rule.add')}
        </Button>
      </div>
    </Stack>
  );
};
