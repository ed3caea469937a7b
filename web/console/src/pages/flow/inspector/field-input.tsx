import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  Switch,
  TextInput,
} from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { t } from '../../../messages/translate.ts';
import { useAgent } from '../../../session/use-agent.ts';
import { numberOrNull } from '../../agent-settings/number-or-null.ts';
import { useEditor } from '../editor-context.ts';
import type { ComponentModel, FlowNode, FlowRule, FlowValues, NodeOf } from '../graph/flow-types.ts';
import type { Field } from '../graph/kinds/field.ts';
import { BranchesInput } from './branches-input.tsx';
import { FormFieldsInput } from './form-fields-input.tsx';
import { JsonObjectInput } from './json-object-input.tsx';
import { ModelInput } from './model-input.tsx';
import { PickedFieldsInput } from './picked-fields-input.tsx';
import {
  BasesPicker,
  ChunksPicker,
  FlowAgentPicker,
  HttpToolPicker,
  McpServerPicker,
  TablePicker,
} from './picker-fields.tsx';
import { RulesInput } from './rules-input.tsx';
import { TemplateInput } from './template-input.tsx';
import { useKnownVariables, useTables } from './use-known-variables.ts';
import { ValuesInput } from './values-input.tsx';
import { PathsInput, WordsInput } from './words-input.tsx';

interface FieldProps<Kind extends Field['kind'] = Field['kind']> {
  field: Extract<Field, { kind: Kind }>;
  node: FlowNode;
}

/** The texts of a field in the language of the console. */
const textsOf = ({ label, description }: Field) => ({
  label: t(label),
  description: description && t(description),
});

const variablePattern = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A setting of the node by its name. Its type follows from the kind of the field. */
const useSetting = <Value,>({ name }: Field, node: FlowNode) => {
  const { changeNode } = useEditor();
  const set = (value: Value): void =>
    changeNode({ ...node, [name]: value } as FlowNode, `${node.id} ${name}`);
  return { value: (node as unknown as Record<string, unknown>)[name] as Value, set };
};

const NumberSetting = ({ field, node }: FieldProps<'number'>) => {
  const { value, set } = useSetting<number | null>(field, node);
  return (
    <NumberInput
      {...textsOf(field)}
      placeholder={field.empty && t(field.empty)}
      min={field.min}
      max={field.max}
      step={field.step}
      value={value ?? ''}
      onChange={(next) => {
        const number = numberOrNull(next);
        if (number !== null || field.empty !== undefined) set(number);
      }}
    />
  );
};

const TemplateSetting = ({ field, node }: FieldProps<'template'>) => {
  const { value, set } = useSetting<string | null>(field, node);
  return (
    <TemplateInput
      {...textsOf(field)}
      placeholder={field.empty && t(field.empty)}
      lines={field.lines}
      value={value ?? ''}
      onChange={(text) => set(text === '' && field.empty !== undefined ? null : text)}
    />
  );
};

const VariableSetting = ({ field, node }: FieldProps<'variable'>) => {
  const { value, set } = useSetting<string | null>(field, node);
  const isValid = (value === null && field.isOptional) || variablePattern.test(value ?? '');
  return (
    <TextInput
      {...textsOf(field)}
      value={value ?? ''}
      onChange={(event) => {
        const text = event.currentTarget.value;
        set(text === '' && field.isOptional ? null : text);
      }}
      error={isValid ? undefined : t('flow.field.variableRule')}
      required={!field.isOptional}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
};

const useOfferedNames = ({ names }: FieldProps<'values'>['field'], node: FlowNode): string[] => {
  const tables = useTables();
  const tools = useAgent().data?.settings.tools.http ?? [];
  if (names === 'table' && 'table' in node)
    return (
      tables
        .find(({ id, name }) => name === node.table || id === node.table)
        ?.fields.map(({ name }) => name) ?? []
    );
  if (names === 'tool' && node.type === 'http-tool') {
    const properties = tools.find(({ name }) => name === node.tool)?.parameters.properties;
    return Object.keys((properties ?? {}) as object);
  }
  return [];
};

const ValuesSetting = ({ field, node }: FieldProps<'values'>) => {
  const { value, set } = useSetting<FlowValues>(field, node);
  const names = useOfferedNames(field, node);
  return <ValuesInput key={node.id} {...textsOf(field)} names={names} value={value} onChange={set} />;
};

const PathSetting = ({ field, node }: { field: Field; node: FlowNode }) => {
  const { value, set } = useSetting<string | null>(field, node);
  const known = useKnownVariables().map(({ path }) => path);
  return (
    <Autocomplete
      {...textsOf(field)}
      data={known}
      value={value ?? ''}
      onChange={(text) => set(text === '' ? null : text)}
    />
  );
};

const MemorySetting = ({ field, node }: { field: Field; node: FlowNode }) => {
  const { value, set } = useSetting<NodeOf<'model'>['memory']>(field, node);
  return (
    <Input.Wrapper {...textsOf(field)} labelElement="div">
      <Group mt={4}>
        <Checkbox
          label={t('flow.field.shortTermMemory')}
          checked={value.shortTerm}
          onChange={(event) => set({ ...value, shortTerm: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('flow.field.longTermMemory')}
          checked={value.longTerm}
          onChange={(event) => set({ ...value, longTerm: event.currentTarget.checked })}
        />
      </Group>
    </Input.Wrapper>
  );
};

/** Fields whose value is the name or id of something. */
const textPickers = {
  table: TablePicker,
  'http-tool': HttpToolPicker,
  'mcp-server': McpServerPicker,
  'flow-agent': FlowAgentPicker,
};

const SpecialSetting = ({ field, node }: { field: Field; node: FlowNode }) => {
  const { value, set } = useSetting<unknown>(field, node);
  const { openLevel } = useEditor();
  const { label, description } = textsOf(field);
  switch (field.kind) {
    case 'table':
    case 'http-tool':
    case 'mcp-server':
    case 'flow-agent': {
      const Picker = textPickers[field.kind];
      return <Picker label={label} description={description} value={value as string} onChange={set} />;
    }
    case 'switch':
      return (
        <Switch
          label={label}
          description={description}
          checked={value as boolean}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'model':
      return <ModelInput label={label} value={value as ComponentModel | null} onChange={set} />;
    case 'passages':
      return (
        <ChunksPicker label={label} description={description} value={value as string[]} onChange={set} />
      );
    case 'bases':
      return <BasesPicker label={label} value={value as string[] | null} onChange={set} />;
    case 'classifier-branches':
    case 'condition-branches':
      return (
        <BranchesInput
          label={label}
          description={description}
          node={node as NodeOf<'classifier'> | NodeOf<'condition'>}
        />
      );
    case 'rules':
      return (
        <Input.Wrapper label={label} description={description} labelElement="div">
          <RulesInput label={label} isRequired={false} value={value as FlowRule[]} onChange={set} />
        </Input.Wrapper>
      );
    case 'words':
      return <WordsInput label={label} description={description} value={value as string[]} onChange={set} />;
    case 'paths':
      return <PathsInput label={label} description={description} value={value as string[]} onChange={set} />;
    case 'form-fields':
      return <FormFieldsInput label={label} value={value as NodeOf<'form'>['fields']} onChange={set} />;
    case 'picked-fields':
      return <PickedFieldsInput label={label} value={value as NodeOf<'json'>['fields']} onChange={set} />;
    case 'json-object':
      return (
        <JsonObjectInput
          key={node.id}
          label={label}
          description={description}
          isOptional={field.isOptional ?? false}
          value={value as Record<string, unknown> | null}
          onChange={set}
        />
      );
    case 'body':
      return (
        <Button
          variant="light"
          leftSection={<IconArrowsMaximize size={15} aria-hidden />}
          // Viewers can open it.
          disabled={false}
          onClick={() => openLevel(node.id)}
        >
          {label}
        </Button>
      );
    default:
      return (
        <TextInput
          label={label}
          description={description}
          value={value as string}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
  }
};

export const FieldInput = ({ field, node }: { field: Field; node: FlowNode }) => {
  const { value, set } = useSetting<string | null>(field, node);
  switch (field.kind) {
    case 'number':
      return <NumberSetting field={field} node={node} />;
    case 'template':
      return <TemplateSetting field={field} node={node} />;
    case 'variable':
      return <VariableSetting field={field} node={node} />;
    case 'values':
      return <ValuesSetting field={field} node={node} />;
    case 'path':
      return <PathSetting field={field} node={node} />;
    case 'memory':
      return <MemorySetting field={field} node={node} />;
    case 'select':
      return (
        <NativeSelect
          {...textsOf(field)}
          data={field.options.map(({ value, label }) => ({ value, label: t(label) }))}
          value={value ?? ''}
          onChange={(event) => set(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        />
      );
    default:
      return <SpecialSetting field={field} node={node} />;
  }
};
