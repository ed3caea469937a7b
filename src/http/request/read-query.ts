import { AppError } from '../../lib/errors.ts';

/** `ids[]` and `ids[3]`, as many clients write list items. */
const itemName = /^([^[\]]+)\[(\d{0,9})\]$/;

type Query = Record<string, string | string[]>;

/**
 * Converts a query for the schemas. An empty value counts as absent. List items are collected
 * under the name of the list, numbered ones in their order, if the schema has that name.
 */
export const readQuery = (query: Query, known: ReadonlySet<string>): Query => {
  const lists = new Map<string, { place: number; values: string[] }[]>();
  for (const [name, value] of Object.entries(query)) {
    const [, list, number] = itemName.exec(name) ?? [];
    const target = list !== undefined && known.has(list) ? list : name;
    const values = [value].flat().filter((one) => one !== '');
    if (values.length === 0) continue;
    const items = lists.get(target) ?? [];
    items.push({ place: target === name || number === '' ? -1 : Number(number), values });
    lists.set(target, items);
  }
  return Object.fromEntries(
    [...lists].map(([name, items]) => {
      const values = items.sort((a, b) => a.place - b.place).flatMap((item) => item.values);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
};

/** Ids by repeated parameter, separated by commas, or both. */
export const readIds = (values: readonly string[] | undefined, field: string, most = 10_000): string[] => {
  const ids = (values ?? [])
    .flatMap((value) => value.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length === 0) throw new AppError('invalidParameter', `${field} must not be empty`);
  if (ids.length > most) throw new AppError('invalidParameter', `${field} must have at most ${most} items`);
  return ids;
};
