import type { LabelKey } from '../../../../messages/translate.ts';

interface Named {
  name: string;
  label: LabelKey;
  description?: LabelKey;
  /** Shown only if another setting has this value. */
  shownIf?: { name: string; is: string };
}

interface NumberField extends Named {
  kind: 'number';
  min: number;
  max: number;
  step?: number;
  /** What an empty field means. Without it, the field must not be empty. */
  empty?: LabelKey;
}

interface SelectField extends Named {
  kind: 'select';
  /** An empty value means null. */
  options: { value: string; label: LabelKey }[];
}

interface TemplateField extends Named {
  kind: 'template';
  lines?: number;
  /** What null means; an empty field is saved as null. Without it, an empty field is an empty text. */
  empty?: LabelKey;
}

interface ValuesField extends Named {
  kind: 'values';
  /** Suggested names: the fields of the chosen table or the parameters of the chosen tool. */
  names?: 'table' | 'tool';
}

interface VariableField extends Named {
  kind: 'variable';
  isOptional?: boolean;
}

type SpecialKind =
  | 'text'
  | 'switch'
  | 'path'
  | 'model'
  | 'memory'
  | 'passages'
  | 'bases'
  | 'table'
  | 'http-tool'
  | 'mcp-server'
  | 'flow-agent'
  | 'classifier-branches'
  | 'condition-branches'
  | 'rules'
  | 'words'
  | 'paths'
  | 'form-fields'
  | 'picked-fields'
  | 'body';

interface SpecialField extends Named {
  kind: SpecialKind;
}

interface JsonObjectField extends Named {
  kind: 'json-object';
  /** Whether an empty field is saved as null. */
  isOptional?: boolean;
}

/** A setting of a component, as its form shows it. */
export type Field =
  | NumberField
  | SelectField
  | TemplateField
  | ValuesField
  | VariableField
  | JsonObjectField
  | SpecialField;

export const saveAs = (description: LabelKey): Field => ({
  kind: 'variable',
  name: 'saveAs',
  label: 'flowComponents.saveAs',
  description,
});

export const values = (name: string, label: LabelKey, names?: 'table' | 'tool'): Field => ({
  kind: 'values',
  name,
  label,
  ...(names ? { names } : {}),
});

export const modelFields: Field[] = [
  { kind: 'model', name: 'model', label: 'flowComponents.model.label' },
  {
    kind: 'number',
    name: 'temperature',
    label: 'flowComponents.model.temperature',
    min: 0,
    max: 2,
    step: 0.1,
    empty: 'flowComponents.model.modelDefault',
  },
  {
    kind: 'number',
    name: 'maxOutputTokens',
    label: 'flowComponents.model.maxOutputTokens',
    min: 1,
    max: 200_000,
    empty: 'flowComponents.agentDefault',
  },
];
