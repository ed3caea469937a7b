import { Type } from 'typebox';

/** Times of the management API are ISO 8601 in UTC. */
export const Time = Type.String({ format: 'date-time' });
/** Pattern of times in requests. */
export const isoTime = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$';
export const NullableTime = Type.Union([Time, Type.Null()]);

export const toTime = (timeMs: number): string => new Date(timeMs).toISOString();
export const toNullableTime = (timeMs: number | null): string | null =>
  timeMs === null ? null : toTime(timeMs);

export const NullableText = (options: Type.TSchemaOptions = {}) =>
  Type.Union([Type.String(), Type.Null()], options);

export const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

export const Role = Type.Union(
  [Type.Literal('owner'), Type.Literal('editor'), Type.Literal('viewer'), Type.Literal('support')],
  {
    title: 'Role',
    description:
      'support: answer users, read conversations and knowledge; viewer: read; editor: also change agents, knowledge and tables, answer users; owner: also manage operators, keys and credits',
  },
);

export const Email = Type.String({
  maxLength: 254,
  pattern: '^\\s*[^@\\s]+@[^@\\s]+\\s*$',
  examples: ['anna@example.com'],
});

export const NewPassword = Type.String({ minLength: 10, maxLength: 500 });

export const WorkspaceParams = Type.Object({ workspaceId: Type.String() });
export const AgentParams = Type.Object({ workspaceId: Type.String(), agentId: Type.String() });

export const Done = Type.Null({ description: 'Done' });
