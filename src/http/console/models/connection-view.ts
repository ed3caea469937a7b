import { type Static, Type } from 'typebox';
import type { ModelConnection, ModelUser } from '../../../model-connections/index.ts';
import { ConnectedModel, ConnectionSettings, DefaultModel } from '../../../model-connections/index.ts';
import { remoteProviders } from '../../../models/index.ts';
import { oneOf } from '../../schema.ts';
import { maskSecret } from '../agents/settings/masked-settings.ts';
import { Name, NullableText, Time, toTime } from '../wire/wire-schemas.ts';

const settings = ConnectionSettings.properties;
const Provider = oneOf(remoteProviders, 'Protocol of the server');

export const NewConnection = Type.Object({
  name: Name,
  provider: Provider,
  baseUrl: Type.Optional(settings.baseUrl),
  apiKey: Type.Optional(settings.apiKey),
  headers: Type.Optional(settings.headers),
  models: settings.models,
});

export const ChangedConnection = Type.Object({
  version: Type.Integer(),
  name: Type.Optional(Name),
  provider: Type.Optional(Provider),
  baseUrl: Type.Optional(settings.baseUrl),
  apiKey: Type.Optional(settings.apiKey),
  headers: Type.Optional(settings.headers),
  models: Type.Optional(settings.models),
});

/** What is needed to call a provider, before it is saved. */
export const ConnectionAccess = {
  provider: Provider,
  baseUrl: Type.Optional(settings.baseUrl),
  apiKey: Type.Optional(settings.apiKey),
  headers: Type.Optional(settings.headers),
  connectionId: Type.Optional(Type.String()),
};

export type EnteredAccess = Static<Type.TObject<typeof ConnectionAccess>>;

export const ConnectionView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    provider: Provider,
    baseUrl: NullableText(),
    apiKey: NullableText({ description: 'Masked key; null: none' }),
    headers: Type.Record(Type.String(), Type.String(), { description: 'Values are masked' }),
    models: Type.Array(ConnectedModel),
    usedBy: Type.Array(Type.Object({ agentId: Type.String(), agentName: Type.String() }), {
      description: 'Agents whose settings or flow use a model of the connection',
    }),
    version: Type.Integer(),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'ModelConnection' },
);

export const ConnectionList = Type.Object({
  items: Type.Array(ConnectionView),
  defaultModel: Type.Union([DefaultModel, Type.Null()], {
    description: 'Model of agents without their own. null: the default model of the service',
  }),
});

/** Masked: the secrets are never returned. */
export const maskConnection = ({
  name,
  provider,
  settings: { baseUrl, apiKey, headers, models },
}: Pick<ModelConnection, 'name' | 'provider' | 'settings'>) => ({
  name,
  provider,
  baseUrl,
  apiKey: apiKey === null ? null : maskSecret(apiKey),
  headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, maskSecret(value)])),
  models,
});

export const presentConnection = (
  connection: ModelConnection,
  users: readonly ModelUser[],
): Static<typeof ConnectionView> => ({
  id: connection.id,
  ...maskConnection(connection),
  usedBy: users
    .filter(({ references }) => references.some(({ connectionId }) => connectionId === connection.id))
    .map(({ agentId, agentName }) => ({ agentId, agentName })),
  version: connection.version,
  createdAt: toTime(connection.createdAtMs),
  updatedAt: toTime(connection.updatedAtMs),
});
