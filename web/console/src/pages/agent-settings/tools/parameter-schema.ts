/** The parameters of an HTTP tool as rows of a form. The JSON Schema is the only source: rows are read from it. */
export const parameterTypes = ['string', 'integer', 'number', 'boolean'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** Where an argument goes that the URL does not contain. '': body, or query if the method has no body. */
export type ParameterPlace = '' | 'query' | 'header' | 'body';

export interface Parameter {
  name: string;
  /** undefined: the form cannot show the parameter, for example a nested object. It is kept. */
  type: ParameterType | undefined;
  description: string;
  isRequired: boolean;
  place: ParameterPlace;
  choices: string[];
  defaultText: string;
}

type Fields = Record<string, unknown>;
export type Schema = Fields;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const shownKeys = new Set(['type', 'description', 'enum', 'default', 'x-location']);
const shownTopKeys = new Set(['type', 'properties', 'required', 'additionalProperties', '$schema']);

const propertiesOf = (schema: Schema): [string, unknown][] =>
  isFields(schema.properties) ? Object.entries(schema.properties) : [];

const requiredOf = (schema: Schema): string[] =>
  Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const typeOf = (property: unknown): ParameterType | undefined => {
  if (!isFields(property) || Object.keys(property).some((key) => !shownKeys.has(key))) return undefined;
  const { type, enum: choices, default: preset } = property;
  if (choices !== undefined && !(Array.isArray(choices) && choices.every(isScalar))) return undefined;
  if (preset !== undefined && !isScalar(preset)) return undefined;
  return parameterTypes.find((known) => known === type);
};

/** The rows of the form, and the names of parts that it does not show. */
export const readParameters = (schema: Schema): { parameters: Parameter[]; hidden: string[] } => ({
  parameters: propertiesOf(schema).map(([name, property]) => {
    const fields = isFields(property) ? property : {};
    const place = fields['x-location'];
    return {
      name,
      type: typeOf(property),
      description: typeof fields.description === 'string' ? fields.description : '',
      isRequired: requiredOf(schema).includes(name),
      place: place === 'query' || place === 'header' || place === 'body' ? place : '',
      choices: Array.isArray(fields.enum) ? fields.enum.map(String) : [],
      defaultText: fields.default === undefined ? '' : String(fields.default),
    };
  }),
  hidden: Object.keys(schema).filter((key) => !shownTopKeys.has(key)),
});

/** The text as a value of the type. undefined if it is none. */
const asValue = (text: string, type: ParameterType): unknown => {
  if (type === 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : undefined;
};

export const isValueOf = (text: string, type: ParameterType): boolean =>
  text === '' || asValue(text, type) !== undefined;

const propertyOf = ({ type = 'string', description, place, choices, defaultText }: Parameter): Fields => {
  const values = choices.map((choice) => asValue(choice, type)).filter((value) => value !== undefined);
  const preset = defaultText === '' ? undefined : asValue(defaultText, type);
  return {
    type,
    ...(description === '' ? {} : { description }),
    ...(values.length === 0 ? {} : { enum: values }),
    ...(preset === undefined ? {} : { default: preset }),
    ...(place === '' ? {} : { 'x-location': place }),
  };
};

const withProperties = (schema: Schema, entries: [string, unknown][], required: string[]): Schema => {
  const { required: _, ...rest } = schema;
  return {
    type: 'object',
    ...rest,
    properties: Object.fromEntries(entries),
    ...(required.length === 0 ? {} : { required }),
  };
};

/** Changes one row. The schema of a parameter that the form cannot show keeps its parts. */
export const changeParameter = (schema: Schema, index: number, after: Parameter): Schema => {
  const entries = propertiesOf(schema);
  const [name, property] = entries[index]!;
  const changed: unknown = after.type === undefined ? property : propertyOf(after);
  const others = requiredOf(schema).filter((one) => one !== name);
  return withProperties(
    schema,
    entries.with(index, [after.name, changed]),
    after.isRequired ? [...others, after.name] : others,
  );
};

export const removeParameter = (schema: Schema, index: number): Schema => {
  const entries = propertiesOf(schema);
  const [name] = entries[index]!;
  return withProperties(
    schema,
    entries.toSpliced(index, 1),
    requiredOf(schema).filter((one) => one !== name),
  );
};

export const addParameter = (schema: Schema): Schema => {
  const entries = propertiesOf(schema);
  const taken = new Set(entries.map(([name]) => name));
  let number = entries.length + 1;
  while (taken.has(`parameter_${number}`)) number += 1;
  return withProperties(
    schema,
    [...entries, [`parameter_${number}`, { type: 'string' }]],
    requiredOf(schema),
  );
};

/** Whether the URL contains `{name}`. */
export const isInUrl = (url: string, name: string): boolean => url.includes(`{${name}}`);

/** The URL with `/{name}` at the end of its path. */
export const addToPath = (url: string, name: string): string => {
  const [, path = '', rest = ''] = /^([^?#]*)([\s\S]*)$/.exec(url) ?? [];
  return `${path.replace(/\/$/, '')}/{${name}}${rest}`;
};

/** Arguments to start a test with: defaults, first choices and empty values. */
export const sampleArguments = (schema: Schema): Fields =>
  Object.fromEntries(
    readParameters(schema)
      .parameters.filter(({ isRequired, defaultText }) => isRequired || defaultText !== '')
      .map(({ name, type = 'string', choices, defaultText }) => {
        const given = asValue(defaultText || choices[0] || '', type);
        return [name, given ?? (type === 'boolean' ? false : 0)];
      }),
  );
