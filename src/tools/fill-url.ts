export type Arguments = Record<string, unknown>;

export interface FilledUrl {
  url: string;
  /** Arguments that are used in the template. */
  used: Set<string>;
}

/** A placeholder that the arguments cannot fill. The message is for the model. */
export class UnfillableUrl extends Error {
  override readonly name = 'UnfillableUrl';
}

const places = /\{([A-Za-z0-9_.-]+)\}/g;

const placeNames = (template: string): string[] =>
  template
    .matchAll(places)
    .map((match) => match[1]!)
    .toArray();

const present = (values: Arguments, name: string): unknown =>
  Object.hasOwn(values, name) ? (values[name] ?? undefined) : undefined;

export const asText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(asText).join(',')
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value);

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** One segment between two slashes. A value can neither add nor remove a segment. */
const fillSegment = (segment: string, values: Arguments, used: Set<string>): string => {
  if (placeNames(segment).length === 0) return segment;
  const filled = segment.replace(places, (_, name: string) => {
    const value = present(values, name);
    const text = value === undefined ? '' : asText(value);
    if (text === '') throw new UnfillableUrl(`The argument "${name}" is required and must not be empty.`);
    used.add(name);
    return encode(text);
  });
  // URL parsers read %2e as a dot, so ".." cannot be encoded.
  if (/^(?:\.|%2e){1,2}$/i.test(filled))
    throw new UnfillableUrl(
      `The argument "${placeNames(segment)[0]}" must not be "${decodeURIComponent(filled)}".`,
    );
  return filled;
};

/** One `name=value` of the template's query. Omitted if its argument is absent. */
const fillPair = (pair: string, values: Arguments, used: Set<string>): string[] => {
  const names = placeNames(pair);
  if (names.length === 0) return [pair];
  if (names.some((name) => present(values, name) === undefined)) return [];
  for (const name of names) used.add(name);
  const only = names.length === 1 ? present(values, names[0]!) : undefined;
  const variants = Array.isArray(only) ? only : [undefined];
  return variants.map((variant) =>
    pair.replace(places, (_, name: string) => encode(asText(variant ?? present(values, name)))),
  );
};

/** `name=value` pairs of arguments without a placeholder. A list repeats its name. */
export const queryPairs = (values: Arguments): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined
      ? []
      : [value].flat().map((each) => `${encode(name)}=${encode(asText(each))}`),
  );

/**
 * Puts arguments into a template such as `https://api.example.com/orders/{id}?page={page}`. Placeholders are allowed
 * only in the path and the query: the operator chooses the host, never the model.
 */
export const fillUrl = (template: string, values: Arguments): FilledUrl => {
  const match = /^(https?:\/\/[^/?#{}\\\s]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i.exec(template.trim());
  if (match === null)
    throw new UnfillableUrl('This tool is misconfigured: its URL must be http(s)://host/path.');
  const [, origin = '', path = '/', query = ''] = match;
  const used = new Set<string>();
  const filledPath = path
    .split('/')
    .map((segment) => fillSegment(segment, values, used))
    .join('/');
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .flatMap((pair) => fillPair(pair, values, used));
  return { url: `${origin}${filledPath}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`, used };
};
