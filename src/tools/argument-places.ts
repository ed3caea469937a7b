import type { HttpTool } from '../agents/index.ts';
import { type Arguments, asText } from './fill-url.ts';

/** Where an argument without a placeholder in the URL goes. By default: the body, or the query if there is none. */
type Place = 'query' | 'header' | 'body';

/** Keyword of a property in `parameters`. */
const placeKeyword = 'x-location';

type Properties = Record<string, Record<string, unknown> | undefined>;

const propertiesOf = ({ parameters }: Pick<HttpTool, 'parameters'>): Properties => {
  const { properties } = parameters;
  return properties !== null && typeof properties === 'object' ? (properties as Properties) : {};
};

const hasBody = ({ method }: Pick<HttpTool, 'method'>): boolean => method !== 'GET' && method !== 'DELETE';

const placeOf = (tool: HttpTool, name: string): Place => {
  const properties = propertiesOf(tool);
  const chosen = Object.hasOwn(properties, name) ? properties[name]?.[placeKeyword] : undefined;
  if (chosen === 'header' || chosen === 'query') return chosen;
  return hasBody(tool) ? 'body' : 'query';
};

/** Headers of the connection, of the body, of credentials and of the caller are never arguments. */
const reserved =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|authorization|cookie|proxy-.*|x-user-.*|x-conversation-id)$/i;
const headerName = /^[A-Za-z0-9_-]{1,100}$/;

const headerText = (value: unknown): string => {
  const text = asText(value);
  return /^[\x20-\x7e]*$/.test(text) ? text.trim() : encodeURIComponent(text.toWellFormed());
};

export interface PlacedArguments {
  query: Arguments;
  headers: Record<string, string>;
  /** undefined for methods without a body. */
  body: Arguments | undefined;
}

/** Distributes the arguments that the URL does not use. */
export const placeArguments = (tool: HttpTool, values: Arguments): PlacedArguments => {
  const placed: Record<Place, Arguments> = { query: {}, header: {}, body: {} };
  for (const [name, value] of Object.entries(values)) placed[placeOf(tool, name)][name] = value;
  const headers = Object.entries(placed.header).filter(
    ([name, value]) => value !== null && headerName.test(name) && !reserved.test(name),
  );
  return {
    query: placed.query,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), headerText(value)])),
    body: hasBody(tool) ? placed.body : undefined,
  };
};

/** The parameters without our keyword, which some providers reject. */
export const offeredParameters = (tool: Pick<HttpTool, 'parameters'>): Record<string, unknown> => {
  const entries = Object.entries(propertiesOf(tool));
  if (
    !entries.some(([, property]) => property !== undefined && Object.hasOwn(Object(property), placeKeyword))
  )
    return tool.parameters;
  const properties = entries.map(([name, property]) => {
    if (property === null || typeof property !== 'object') return [name, property];
    const { [placeKeyword]: _, ...rest } = property;
    return [name, rest];
  });
  return { ...tool.parameters, properties: Object.fromEntries(properties) };
};
