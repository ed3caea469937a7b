import { type Static, Type } from 'typebox';
import type { Agent, Agents } from '../../../../agents/index.ts';
import {
  AgentParams,
  NullableText,
  NullableTime,
  Time,
  toNullableTime,
  toTime,
} from '../../wire/wire-schemas.ts';

export const Version = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });

export const Note = Type.String({ maxLength: 500, description: 'What was changed and why' });

export const VersionParams = Type.Object({ ...AgentParams.properties, version: Version });

export const AgentVersionView = Type.Object(
  {
    version: Version,
    name: Type.String({ description: 'Name of the agent in this version' }),
    note: Type.String(),
    createdBy: Type.String({
      description: 'E-mail address of an operator, or `token` and the name of a token. Empty: not known',
    }),
    createdAt: Time,
    restoredFrom: Type.Union([Version, Type.Null()], { description: 'The version that was restored' }),
    publishedAt: NullableTime,
    publishedBy: NullableText(),
    isLive: Type.Boolean({ description: 'Conversations use this version' }),
    isDraft: Type.Boolean(),
  },
  { title: 'AgentVersion' },
);

type Listed = Awaited<ReturnType<Agents['versions']>>['versions'][number];

export const presentVersion = (agent: Agent, version: Listed): Static<typeof AgentVersionView> => ({
  version: version.version,
  name: version.name,
  note: version.note,
  createdBy: version.createdBy,
  createdAt: toTime(version.createdAtMs),
  restoredFrom: version.restoredFrom,
  publishedAt: toNullableTime(version.publishedAtMs),
  publishedBy: version.publishedBy,
  isLive: version.version === agent.publishedVersion,
  isDraft: version.version === agent.draftVersion,
});

const Field = Type.String({ description: 'Path, such as settings.memory.shortTerm' });

export const AgentDifferenceView = Type.Union(
  [
    Type.Object({
      field: Field,
      kind: Type.Literal('value'),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
    Type.Object({ field: Field, kind: Type.Literal('text'), before: Type.String(), after: Type.String() }),
    Type.Object({
      field: Field,
      kind: Type.Literal('secret'),
      change: Type.Union([Type.Literal('set'), Type.Literal('changed'), Type.Literal('removed')]),
    }),
  ],
  { title: 'AgentDifference' },
);
