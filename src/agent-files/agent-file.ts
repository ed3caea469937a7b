import { type Static, Type } from 'typebox';

/** Raised when a file of this version could not be read by an earlier one. */
export const formatVersion = 1;

/** Of the file after it is unpacked: reading it must not block the process. */
export const longestFileBytes = 8 * 1024 * 1024;

/** A test set of 10,000 cases has about 100,000 values. Each costs far more time than its bytes suggest. */
export const mostFileValues = 150_000;

const Id = Type.String({ maxLength: 100, description: 'In the installation that wrote the file' });

const FileTable = Type.Object({
  id: Type.Optional(Id),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  ownerField: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  fields: Type.Array(Type.Unknown(), { maxItems: 64 }),
  records: Type.Optional(
    Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      maxItems: 500,
      description: 'Sample data. Exported files have none',
    }),
  ),
});

const FileDocument = Type.Object({
  id: Type.Optional(Id),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  sourceUrl: Type.Optional(Type.String({ maxLength: 8192 })),
  text: Type.Optional(Type.String({ description: 'The content, if it is text' })),
  base64: Type.Optional(Type.String({ description: 'The content otherwise' })),
});

const FileBase = Type.Object({
  id: Type.Optional(Id),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  documents: Type.Array(FileDocument, { maxItems: 1000 }),
});

/** One agent as a file. Settings, flows and tables are checked by the modules that own them. */
export const AgentFile = Type.Object(
  {
    format: Type.Literal('frontdesk-agent'),
    formatVersion: Type.Literal(formatVersion),
    agent: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      kind: Type.Union([Type.Literal('simple'), Type.Literal('flow')]),
      settings: Type.Record(Type.String(), Type.Unknown(), { description: 'Without secrets' }),
    }),
    secrets: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), {
        maxItems: 10_000,
        description: 'Fields whose secrets must be entered after the import',
      }),
    ),
    /** Names of the connections that the settings refer to by ID. */
    connections: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 200 }))),
    flow: Type.Optional(
      Type.Object({
        draft: Type.Unknown(),
        published: Type.Optional(Type.Unknown({ description: 'The published graph' })),
      }),
    ),
    tables: Type.Optional(Type.Array(FileTable, { maxItems: 100 })),
    knowledge: Type.Optional(Type.Array(FileBase, { maxItems: 100 })),
    sections: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Further parts, such as test sets' }),
    ),
  },
  { title: 'AgentFile' },
);

export type AgentFile = Static<typeof AgentFile>;
export type FileTable = Static<typeof FileTable>;
export type FileBase = Static<typeof FileBase>;
