import { Type } from 'typebox';
import { AgentSettings } from '../../../../agents/index.ts';

type Keywords = Record<string, unknown>;

const orNull = (schema: unknown): unknown => ({ anyOf: [schema, { type: 'null' }] });

const mapValues = (value: unknown, change: (child: unknown) => unknown): Keywords =>
  Object.fromEntries(Object.entries(value as Keywords).map(([name, child]) => [name, change(child)]));

/**
 * The schema without required fields and defaults: a default in a patch would change what
 * the client omitted. Minimum lengths are removed too, because a mask is shorter than its secret. The
 * result is checked against the full schema. Lists keep all rules, because they are replaced.
 */
const loosen = (schema: unknown): unknown => {
  if (schema === null || typeof schema !== 'object') return schema;
  const { required: _required, default: _default, minLength: _minLength, ...rest } = schema as Keywords;
  const loose: Keywords = { ...rest };
  if (rest.properties) loose.properties = mapValues(rest.properties, loosen);
  if (rest.patternProperties)
    loose.patternProperties = mapValues(rest.patternProperties, (child) => orNull(loosen(child)));
  if (rest.anyOf) loose.anyOf = (rest.anyOf as unknown[]).map(loosen);
  if (rest.items) loose.items = withoutMinLength(rest.items);
  return loose;
};

const withoutMinLength = (items: unknown): unknown => {
  const { minLength: _minLength, ...rest } = items as Keywords;
  return rest;
};

/** A change of an agent's settings. See mergeSettings. */
export const SettingsPatch = Type.Unsafe<object>({
  ...(loosen(JSON.parse(JSON.stringify(AgentSettings))) as object),
  title: 'AgentSettingsPatch',
  description:
    'Only the fields to change. Objects are merged, lists are replaced, null resets a field to its default. A secret that is sent as its mask is not changed.',
});
