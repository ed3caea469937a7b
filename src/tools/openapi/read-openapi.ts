import { parse as parseYaml } from 'yaml';
import type { HttpTool } from '../../agents/index.ts';
import { findSchemaProblem } from '../../lib/sandbox/index.ts';
import { operationTool, UnusableOperation } from './openapi-operation.ts';
import { asNode, asText, createResolver, type Node, type Resolve } from './openapi-schema.ts';

export interface ImportedTools {
  tools: HttpTool[];
  /** Operations that could not be imported, with the reason. */
  skipped: { operation: string; reason: string }[];
}

const longestDocument = 2_000_000;
/** Parsing takes about 4 µs of CPU time per character, a hundred times as long as JSON. */
const longestYaml = 1_000_000;
/** Limit of tools per agent. */
const mostTools = 64;
const mostOperations = 2000;
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The document cannot be read. The message follows the name of its field. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

const refuse = (message: string): never => {
  throw new Refusal(message);
};

const readDocument = (document: unknown): Node => {
  if (typeof document !== 'string') return asNode(document) ?? refuse('must be an object or text');
  if (document.length > longestDocument) refuse(`must have at most ${longestDocument} characters`);
  const isJson = document.trimStart().startsWith('{');
  if (!isJson && document.length > longestYaml)
    refuse(`must have at most ${longestYaml} characters as YAML, or ${longestDocument} as JSON`);
  try {
    const read = isJson
      ? JSON.parse(document)
      : // Warnings would go to the log, with the caller's own text in them.
        parseYaml(document, { maxAliasCount: 100, logLevel: 'error' });
    return asNode(read) ?? refuse('must be an OpenAPI document');
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse('is neither JSON nor YAML');
  }
};

/** The first server of the innermost list, with the defaults of its variables, as an absolute URL. */
const baseUrlOf = (lists: readonly unknown[], given: string | undefined): string | undefined => {
  const list = lists.find((each): each is unknown[] => Array.isArray(each) && each.length > 0);
  const server = asNode(list?.[0]);
  const variables = asNode(server?.variables) ?? {};
  const url = asText(server?.url).replace(/\{([^}]*)\}/g, (_, name: string) =>
    String(asNode(variables[name])?.default ?? ''),
  );
  try {
    const whole = new URL(url, given);
    if (!/^https?:$/.test(whole.protocol)) return undefined;
    return `${whole.origin}${whole.pathname}`.replace(/\/+$/, '');
  } catch {
    return undefined;
  }
};

/** Headers for the keys that the operation needs. */
const securityHeadersOf = (document: Node, operation: Node, resolve: Resolve): string[] => {
  const schemes = asNode(asNode(document.components)?.securitySchemes) ?? {};
  const asked = operation.security ?? document.security;
  const first = asNode(Array.isArray(asked) ? asked[0] : undefined) ?? {};
  return Object.keys(first).flatMap((name) => {
    const scheme = resolve(Object.hasOwn(schemes, name) ? schemes[name] : undefined);
    if (scheme?.type === 'apiKey') return scheme.in === 'header' ? [asText(scheme.name)] : [];
    return scheme ? ['Authorization'] : [];
  });
};

const uniqueName = (wanted: string, taken: ReadonlySet<string>): string => {
  const plain =
    wanted
      .replace(/[^A-Za-z0-9_-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60) || 'tool';
  let name = plain;
  for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
  return name;
};

/** Throws UnusableOperation if the schema of the arguments is too large for a tool. */
const requireUsableSchema = ({ parameters }: Pick<HttpTool, 'parameters'>): void => {
  const problem = findSchemaProblem(parameters);
  if (problem !== undefined) throw new UnusableOperation(`the schema of its parameters ${problem}`);
};

const readTools = (given: unknown, baseUrl: string | undefined): ImportedTools => {
  const document = readDocument(given);
  if (!/^3\.[01](\.|$)/.test(asText(document.openapi))) refuse('must be OpenAPI 3.0 or 3.1');
  const resolve = createResolver(document);
  const tools: HttpTool[] = [];
  const skipped: ImportedTools['skipped'] = [];
  const names = new Set<string>();
  let seen = 0;

  for (const [path, value] of Object.entries(asNode(document.paths) ?? {})) {
    const item = resolve(value) ?? {};
    for (const key of methods) {
      const node = asNode(item[key]);
      if (!node) continue;
      seen += 1;
      if (seen > mostOperations) refuse(`must have at most ${mostOperations} operations`);
      const operation = `${key.toUpperCase()} ${path.slice(0, 200)}`;
      try {
        if (tools.length === mostTools)
          throw new UnusableOperation(`an agent has at most ${mostTools} HTTP tools`);
        const base = baseUrlOf([node.servers, item.servers, document.servers], baseUrl);
        if (base === undefined) throw new UnusableOperation('it has no absolute http(s) server URL');
        const method = key.toUpperCase() as HttpTool['method'];
        const source = { baseUrl: base, path, method, shared: item.parameters, node };
        const tool = operationTool(source, resolve, securityHeadersOf(document, node, resolve));
        requireUsableSchema(tool);
        const name = uniqueName(asText(node.operationId) || `${key}${path}`, names);
        names.add(name);
        tools.push({ name, ...tool });
      } catch (error) {
        if (!(error instanceof UnusableOperation)) throw error;
        skipped.push({ operation, reason: error.message });
      }
    }
  }
  if (seen === 0) refuse('has no operations');
  return { tools, skipped };
};

export interface OpenApiInput {
  /** OpenAPI 3, as an object or as text in JSON or YAML. */
  document: unknown;
  /** URL of the document, for relative server URLs. */
  baseUrl?: string | undefined;
}

/**
 * The operations of an OpenAPI 3 document as tools, or why it cannot be read. They contain no keys, so their headers
 * are added empty, for the operator to fill in. Runs in the sandbox.
 */
export default ({ document, baseUrl }: OpenApiInput): ImportedTools | { refusal: string } => {
  try {
    return readTools(document, baseUrl);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
};
