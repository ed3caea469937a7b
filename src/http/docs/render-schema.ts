import type { JsonSchema } from '../openapi/index.ts';
import { type Html, html, prose } from '../response/html.ts';

const maxDepth = 8;

const referenceName = (schema: JsonSchema): string | undefined =>
  typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;

const join = (parts: Html[], separator: string): Html[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [html`${separator}`, part]));

/** In one line: string, list of Agent, "a" or "b", … */
const typeText = (schema: JsonSchema): Html => {
  const name = referenceName(schema);
  if (name) return html`<a href="#schema-${name}">${name}</a>`;
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (Array.isArray(schema.enum))
    return html`${join(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' or ',
    )}`;
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return html`${join(choices.map(typeText), ' or ')}`;
  if (schema.type === 'array') return html`list of ${typeText((schema.items ?? {}) as JsonSchema)}`;
  return html`${typeof schema.type === 'string' ? schema.type : 'anything'}`;
};

const ruleTexts: [keyword: string, text: (value: unknown) => string][] = [
  ['minimum', (value) => `at least ${value}`],
  ['maximum', (value) => `at most ${value}`],
  ['minLength', (value) => (value === 1 ? 'not empty' : `at least ${value} characters`)],
  ['maxLength', (value) => `at most ${value} characters`],
  ['minItems', (value) => (value === 1 ? 'not empty' : `at least ${value} items`)],
  ['maxItems', (value) => `at most ${value} items`],
];

const rules = (schema: JsonSchema): string => {
  const texts = ruleTexts.flatMap(([keyword, text]) => (keyword in schema ? [text(schema[keyword])] : []));
  if ('default' in schema && typeof schema.default !== 'object')
    texts.push(`default ${JSON.stringify(schema.default)}`);
  return texts.join(', ');
};

/** The fields of a nested object: directly, in a list, or as one alternative. */
const insideOf = (schema: JsonSchema, depth: number): Html[] => {
  if (depth > maxDepth || referenceName(schema)) return [];
  if (schema.type === 'array') return insideOf((schema.items ?? {}) as JsonSchema, depth);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.flatMap((choice) => insideOf(choice, depth));
  if (!schema.properties) return [];
  return [html`<details><summary>Fields</summary>${renderFields(schema, depth + 1)}</details>`];
};

/** The description of a nullable field describes the other alternative. */
const unwrapNullable = (schema: JsonSchema): JsonSchema => {
  const choices = ((schema.anyOf ?? []) as JsonSchema[]).filter(({ type }) => type !== 'null');
  return choices.length === 1 ? { ...choices[0], ...schema } : schema;
};

const renderField = (name: string, schema: JsonSchema, required: boolean, depth: number): Html => {
  const inner = unwrapNullable(schema);
  const limits = rules(inner);
  const description = typeof inner.description === 'string' ? inner.description : '';
  return html`<li><p><code class="name">${name}</code> <span class="type">${typeText(schema)}</span>${
    required && html` <span class="required">required</span>`
  }${limits !== '' && html` <span class="rules">${limits}</span>`}</p>${
    description !== '' && html`<p class="about">${prose(description)}</p>`
  }${insideOf(schema, depth)}</li>`;
};

const renderFields = (schema: JsonSchema, depth: number): Html => {
  const required = new Set((schema.required ?? []) as string[]);
  const fields = Object.entries(schema.properties as Record<string, JsonSchema>);
  return html`<ul class="fields">${fields.map(([name, field]) =>
    renderField(name, field, required.has(name), depth),
  )}</ul>`;
};

/** A schema as a list of fields, or as one line if it has none. */
export const renderSchema = (schema: JsonSchema): Html => {
  const inside = schema.properties ? [renderFields(schema, 0)] : insideOf(schema, 0);
  const description =
    typeof schema.description === 'string' && html`<p class="about">${prose(schema.description)}</p>`;
  return schema.properties
    ? html`${description}${inside}`
    : html`${description}<p class="type">${typeText(schema)}</p>${inside}`;
};

export const renderParameter = renderField;
