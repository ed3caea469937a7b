import type { Routes } from './generated.ts';

export type Route = keyof Routes;

declare const route: unique symbol;

/** A path of the management API with its parameters filled in. The type contains its route. */
export type Address<Name extends Route> = string & { readonly [route]: Name };

export type WorkspaceAddress = Address<'/workspaces/{workspaceId}'>;
export type AgentAddress = Address<'/workspaces/{workspaceId}/agents/{agentId}'>;
export type TableAddress = Address<'/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}'>;

type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** The argument with the parameters of a path; no argument if the path has none. */
type PathParameters<Path> = [ParameterOf<Path>] extends [never]
  ? []
  : [parameters: Record<ParameterOf<Path>, string>];

/** Routes below a route: '/keys' below '/workspaces/{workspaceId}/agents/{agentId}'. */
type Below<Base extends string> = {
  [Name in Route]: Name extends `${Base}${infer Rest}` ? (Rest extends `/${string}` ? Rest : never) : never;
}[Route];

/** A conditional type: the intersection of the path with all routes would be computed anew for each call. */
type Joined<Base extends string, Rest extends string> = `${Base}${Rest}` extends infer Path extends Route
  ? Path
  : never;

/** Always one path segment. "." and ".." would change the path, and no id consists of dots. */
const segment = (text: string): string => encodeURIComponent(text).replace(/^\.+$/, '-');

const fill = (path: string, parameters: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => segment(parameters[name]!));

/** address('/workspaces/{workspaceId}', { workspaceId }) */
export const address = <Name extends Route>(
  path: Name,
  ...[parameters]: PathParameters<Name>
): Address<Name> => fill(path, parameters) as Address<Name>;

/** at(agent.api, '/keys/{keyId}', { keyId }): an address below another one. */
export const at = <Base extends Route, const Rest extends Below<Base>>(
  base: Address<Base>,
  rest: Rest,
  ...[parameters]: PathParameters<Rest>
): Address<Joined<Base, Rest>> => (base + fill(rest, parameters)) as Address<Joined<Base, Rest>>;

/** Omits empty filters. Values are texts, numbers, booleans or lists of texts. */
export const withQuery = (address: string, query: object = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, one);
    else if (value !== undefined && value !== null && value !== '') search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? address : `${address}?${text}`;
};
