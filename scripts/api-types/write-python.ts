import type { JsonSchema, OpenApiDocument, Operation } from '../../src/http/openapi/index.ts';
import { type Call, callsOf, isRepeatable, pageItems } from './client-calls.ts';

const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

const scalars: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const unique = (types: string[]): string => [...new Set(types)].join(' | ');

const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value))).join(', ')}]`;

const writeType = (schema: JsonSchema): string => {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)!;
  if ('const' in schema) return literal([schema.const]);
  if (Array.isArray(schema.enum)) return literal(schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return unique(choices.map(writeType));
  if (Array.isArray(schema.type)) return unique(schema.type.map((type) => writeType({ ...schema, type })));
  if (schema.type === 'array') return `list[${writeType((schema.items ?? {}) as JsonSchema)}]`;
  if (schema.type === 'object') return 'dict[str, Any]';
  return scalars[String(schema.type)] ?? 'Any';
};

const comment = (text: unknown, indent: string): string[] =>
  typeof text === 'string' ? [`${indent}# ${text.replaceAll(/\s+/g, ' ')}`] : [];

const docstring = (text: unknown, indent: string): string[] =>
  typeof text === 'string'
    ? [`${indent}"""${text.replaceAll(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""`]
    : [];

const writeFields = (
  fields: { name: string; schema: JsonSchema; isRequired: boolean; description?: unknown }[],
): string[] =>
  fields.flatMap(({ name, schema, isRequired, description }) => [
    ...comment(description ?? schema.description, '    '),
    `    ${name}: ${isRequired ? writeType(schema) : `NotRequired[${writeType(schema)}]`}`,
  ]);

/** Keywords of Python that the API uses as names of fields. A class cannot have them as attributes. */
const keywords = new Set(['from', 'class', 'global', 'import', 'in', 'is', 'not', 'pass', 'with']);
const isAttribute = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);

const writeComponent = ([name, schema]: [string, JsonSchema]): string => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const hasFields = schema.type === 'object' && properties.length > 0;
  if (!hasFields)
    return [
      ...comment(schema.description, ''),
      `${name}: TypeAlias = "${writeType(schema).replaceAll('"', "'")}"`,
    ].join('\n');
  const required = (schema.required ?? []) as string[];
  if (!properties.every(([one]) => isAttribute(one))) {
    const entries = properties.map(([one, inside]) => {
      const type = writeType(inside).replaceAll('"', "'");
      return `    "${one}": "${required.includes(one) ? type : `NotRequired[${type}]`}",`;
    });
    return [`${name} = TypedDict("${name}", {`, ...entries, '})'].join('\n');
  }
  return [
    `class ${name}(TypedDict):`,
    ...docstring(schema.description, '    '),
    ...writeFields(
      properties.map(([one, inside]) => ({
        name: one,
        schema: inside,
        isRequired: required.includes(one) && !('default' in inside),
      })),
    ),
  ].join('\n');
};

const inputName = ({ operationId }: Operation): string =>
  `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Query`;

const queryOf = ({ operation }: Call) => (operation.parameters ?? []).filter((one) => one.in === 'query');

const writeQueryType = (call: Call): string[] => {
  const query = queryOf(call);
  if (query.length === 0) return [];
  const fields = query.map(({ name, required, schema, description }) => ({
    name,
    schema,
    description,
    isRequired: required && !('default' in schema),
  }));
  return [[`class ${inputName(call.operation)}(TypedDict):`, ...writeFields(fields)].join('\n')];
};

const hasInput = (call: Call): boolean =>
  queryOf(call).length > 0 || call.operation.requestBody !== undefined;

const inputType = (call: Call): string => {
  const body = call.operation.requestBody?.content['application/json'];
  return body ? writeType(body.schema) : inputName(call.operation);
};

const isInputRequired = (call: Call): boolean =>
  call.operation.requestBody !== undefined || queryOf(call).some(({ required }) => required);

const outputType = ({ operation }: Call): string => {
  const json = operation.responses['200']?.content?.['application/json'];
  return json ? writeType(json.schema) : 'None';
};

const writeMethod = (call: Call, isAsync: boolean): string => {
  const name = snake(call.operation.operationId);
  const input = hasInput(call)
    ? [`input: "${inputType(call)}${isInputRequired(call) ? '"' : ' | None" = None'}`]
    : [];
  const parameters = ['self', ...input, '**options: Unpack[CallOptions]'].join(', ');
  return [
    `    ${isAsync ? 'async ' : ''}def ${name}(${parameters}) -> "${outputType(call)}":`,
    ...docstring(call.operation.summary, '        '),
    `        return ${isAsync ? 'await ' : ''}self.call("${name}", ${hasInput(call) ? 'input' : 'None'}, **options)`,
  ].join('\n');
};

const head = (file: string): string =>
  `# Generated from ${file} by "npm run openapi". Do not edit: change the schema of the route instead.`;

/** Types of the developer API for Python. */
export const writePythonTypes = (document: OpenApiDocument, file: string): string =>
  `${[
    head(file),
    'from __future__ import annotations\n\nfrom typing import Any, Literal, TypeAlias, TypedDict\n\nfrom typing_extensions import NotRequired',
    ...Object.entries(document.components.schemas).map(writeComponent),
    ...callsOf(document).flatMap(writeQueryType),
  ].join('\n\n\n')}\n`;

/** The methods of both clients, and the table of calls. */
export const writePythonCalls = (document: OpenApiDocument, file: string): string => {
  const calls = callsOf(document);
  const rows = calls.map((call) => {
    const items = pageItems(call, document);
    const path = items ? JSON.stringify(items.path) : 'None';
    return `    "${snake(call.operation.operationId)}": ("${call.method}", "${call.path}", ${isRepeatable(call) ? 'True' : 'False'}, ${path}),`;
  });
  const methods = (isAsync: boolean): string => calls.map((call) => writeMethod(call, isAsync)).join('\n\n');
  return `${[
    head(file),
    '# mypy: disable-error-code="no-any-return"\n\nfrom __future__ import annotations\n\nfrom typing import Any\n\nfrom typing_extensions import TypedDict, Unpack\n\nfrom .types import *  # noqa: F403',
    'class CallOptions(TypedDict, total=False):\n    """Options of one call, instead of those of the client."""\n\n    idempotency_key: str\n    timeout: float\n    max_retries: int',
    `# Method, path, whether an Idempotency-Key makes it safe to repeat, and the items of a page.\nOPERATIONS: dict[str, tuple[str, str, bool, str | None]] = {\n${rows.join('\n')}\n}`,
    `class Methods:\n    """One method for each operation of the API."""\n\n    def call(self, name: str, input: Any = None, **options: Unpack[CallOptions]) -> Any:\n        raise NotImplementedError\n\n${methods(false)}`,
    `class AsyncMethods:\n    """The same for asyncio."""\n\n    async def call(self, name: str, input: Any = None, **options: Unpack[CallOptions]) -> Any:\n        raise NotImplementedError\n\n${methods(true)}`,
  ].join('\n\n\n')}\n`;
};
