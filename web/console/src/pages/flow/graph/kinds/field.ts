interface Named {
  name: string;
  label: string;
  description?: string;
}

interface NumberField extends Named {
  kind: 'number';
  min: number;
  max: number;
  step?: number;
  /** What an empty field means; without it the field cannot be empty. */
  empty?: string;
}

interface SelectField extends Named {
  kind: 'select';
  /** The empty value stands for null. */
  options: { value: string; label: string }[];
}

interface TemplateField extends Named {
  kind: 'template';
  lines?: number;
  /** Empty is null, and means this. */
  empty?: string;
}

interface ValuesField extends Named {
  kind: 'values';
  /** Whose names are offered: the columns of the chosen table, or the parameters of the chosen tool. */
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
  | 'body';

interface SpecialField extends Named {
  kind: SpecialKind;
}

/** A setting of a component, as its form shows it. */
export type Field = NumberField | SelectField | TemplateField | ValuesField | VariableField | SpecialField;

export const saveAs = (description: string): Field => ({
  kind: 'variable',
  name: 'saveAs',
  label: 'Keep as',
  description,
});

export const values = (name: string, label: string, names?: 'table' | 'tool'): Field => ({
  kind: 'values',
  name,
  label,
  ...(names ? { names } : {}),
});

export const modelFields: Field[] = [
  { kind: 'model', name: 'model', label: 'Model' },
  {
    kind: 'number',
    name: 'temperature',
    label: 'Temperature',
    min: 0,
    max: 2,
    step: 0.1,
    empty: "The model's own",
  },
  {
    kind: 'number',
    name: 'maxOutputTokens',
    label: 'Longest answer',
    min: 1,
    max: 200_000,
    empty: "As in the agent's settings",
  },
];
