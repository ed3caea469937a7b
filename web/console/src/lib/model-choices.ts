import type { ModelReference } from '../api/derived-types.ts';
import type { ModelConnection } from '../api/generated.ts';

const prefix = 'connection ';

/** The value of a model in a select. Names may contain any character, so they are encoded. */
export const referenceValue = ({ connectionId, name }: Omit<ModelReference, 'provider'>): string =>
  `${prefix}${JSON.stringify([connectionId, name])}`;

/** Undefined if the value is not a model of a connection. */
export const parseReference = (value: string): ModelReference | undefined => {
  if (!value.startsWith(prefix)) return undefined;
  const [connectionId, name] = JSON.parse(value.slice(prefix.length)) as [string, string];
  return { provider: 'connection', connectionId, name };
};

/** One group per connection, for a select. */
export const connectionChoices = (connections: readonly ModelConnection[]) =>
  connections.map(({ id, name, models }) => ({
    group: name,
    items: models.map((model) => ({
      value: referenceValue({ connectionId: id, name: model.name }),
      label: model.name,
    })),
  }));

export const hasModel = (
  connections: readonly ModelConnection[],
  { connectionId, name }: ModelReference,
): boolean =>
  connections.some(({ id, models }) => id === connectionId && models.some((model) => model.name === name));
