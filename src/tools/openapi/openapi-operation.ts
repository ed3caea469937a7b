import type { HttpTool } from '../../agents/index.ts';
import { asNode, asText, createSchemaCopy, type Node, type Resolve } from './openapi-schema.ts';

/** Why an operation cannot become a tool. The text is shown to the operator. */
export class UnusableOperation extends Error {
  override readonly name = 'UnusableOperation';
}

export interface Operation {
  /** Without a slash at the end. */
  baseUrl: string;
  path: string;
  method: HttpTool['method'];
  /** Parameters that all operations of the path have. */
  shared: unknown;
  node: Node;
}

interface Collected {
  properties: Record<string, Node>;
  required: string[];
  headers: Record<string, string>;
  pairs: string[];
}

const longestUrl = 2000;
const placeName = /^[A-Za-z0-9_.-]+$/;

const parametersOf = ({ shared, node }: Operation, resolve: Resolve): Node[] => {
  const merged = new Map<string, Node>();
  for (const list of [shared, node.parameters]) {
    for (const each of Array.isArray(list) ? list : []) {
      const parameter = resolve(each);
      if (parameter) merged.set(`${asText(parameter.in)} ${asText(parameter.name)}`, parameter);
    }
  }
  return [...merged.values()];
};

const addParameter = (
  into: Collected,
  parameter: Node,
  { method, copy }: { method: HttpTool['method']; copy: (schema: unknown) => Node },
): void => {
  const name = asText(parameter.name);
  const place = asText(parameter.in);
  const isRequired = parameter.required === true || place === 'path';
  // The operator fills in headers, because the model must not handle keys and versions.
  if (place === 'header' && isRequired) into.headers[name] = '';
  if (place !== 'path' && place !== 'query') return;
  const goesIntoTemplate = place === 'path' || (method !== 'GET' && method !== 'DELETE');
  if (goesIntoTemplate && !placeName.test(name)) {
    if (!isRequired) return;
    throw new UnusableOperation(`its parameter "${name.slice(0, 64)}" cannot be part of a URL`);
  }
  if (goesIntoTemplate && place === 'query') into.pairs.push(`${encodeURIComponent(name)}={${name}}`);
  const schema = copy(parameter.schema ?? {});
  const description = asText(parameter.description).slice(0, 500);
  into.properties[name] = description === '' ? schema : { description, ...schema };
  if (isRequired) into.required.push(name);
};

/** The properties of a body, including its `allOf` parts. */
const bodyProperties = (schema: Node): { properties: Record<string, Node>; required: string[] } => {
  if (schema.anyOf || schema.oneOf) throw new UnusableOperation('its body uses anyOf or oneOf');
  const parts = Array.isArray(schema.allOf) ? (schema.allOf as Node[]).map(bodyProperties) : [];
  const own = asNode(schema.properties) as Record<string, Node> | undefined;
  if (!own && parts.length === 0 && schema.type !== 'object')
    throw new UnusableOperation('its body is not an object');
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), own),
    required: [
      ...parts.flatMap((part) => part.required),
      ...(Array.isArray(schema.required) ? (schema.required as string[]) : []),
    ],
  };
};

const addBody = (
  into: Collected,
  operation: Operation,
  resolve: Resolve,
  copy: (schema: unknown) => Node,
): void => {
  const body = resolve(operation.node.requestBody);
  if (!body) return;
  if (operation.method === 'GET' || operation.method === 'DELETE') {
    if (body.required === true) throw new UnusableOperation(`a ${operation.method} with a body`);
    return;
  }
  const content = asNode(body.content) ?? {};
  const type = Object.keys(content).find((each) => /^application\/([\w.+-]+\+)?json\b/i.test(each));
  if (type === undefined) throw new UnusableOperation('its body is not JSON');
  const { properties, required } = bodyProperties(copy(asNode(content[type])?.schema ?? {}));
  const taken = Object.keys(properties).find((name) => Object.hasOwn(into.properties, name));
  if (taken !== undefined)
    throw new UnusableOperation(`"${taken.slice(0, 64)}" is in its body and in its URL`);
  Object.assign(into.properties, properties);
  if (body.required === true) into.required.push(...required);
};

/** One operation as a tool, still without a unique name. Throws UnusableOperation. */
export const operationTool = (
  operation: Operation,
  resolve: Resolve,
  securityHeaders: readonly string[],
): Omit<HttpTool, 'name'> => {
  const { node, method, path, baseUrl } = operation;
  // Anything else would be appended to the host name.
  if (!/^\/[^?#\s\\]*$/.test(path)) throw new UnusableOperation('its path does not start with a slash');
  if (path.length > longestUrl) throw new UnusableOperation('its URL is too long');
  const copy = createSchemaCopy(resolve);
  const collected: Collected = { properties: {}, required: [], headers: {}, pairs: [] };
  for (const name of securityHeaders) collected.headers[name] = '';
  for (const parameter of parametersOf(operation, resolve))
    addParameter(collected, parameter, { method, copy });
  addBody(collected, operation, resolve, copy);
  for (const [, name = ''] of path.matchAll(/\{([^}]*)\}/g))
    if (!Object.hasOwn(collected.properties, name))
      throw new UnusableOperation(`its path contains the undeclared parameter "${name.slice(0, 64)}"`);
  const query = collected.pairs.length > 0 ? `?${collected.pairs.join('&')}` : '';
  const url = `${baseUrl}${path}${query}`;
  if (url.length > longestUrl) throw new UnusableOperation('its URL is too long');
  const description = [node.summary, node.description].map(asText).filter(Boolean).join('\n');
  return {
    description: description.slice(0, 2000),
    method,
    url,
    headers: collected.headers,
    parameters: {
      type: 'object',
      properties: collected.properties,
      ...(collected.required.length > 0 ? { required: [...new Set(collected.required)] } : {}),
    },
    timeoutMs: 10_000,
  };
};
