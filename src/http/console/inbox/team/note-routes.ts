import { Type } from 'typebox';
import type { Handoff, Note } from '../../../../handoff/index.ts';
import { type Route, route } from '../../../route.ts';
import { personOf, workspaceOf } from '../../access/operator-guard.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { Done, NullableText, NullableTime, Time, toNullableTime, toTime } from '../../wire/wire-schemas.ts';
import { InboxSessionParams, inboxPath, inboxTags, placeOf } from '../inbox-routes.ts';

const url = `${inboxPath}/sessions/:sessionId/notes`;
const NoteParams = Type.Object({ ...InboxSessionParams.properties, noteId: Type.String() });

const Person = Type.Object({
  id: Type.String(),
  name: NullableText({ description: 'null: not a member of the workspace any more' }),
});

const NoteView = Type.Object(
  {
    id: Type.String(),
    sessionId: Type.String(),
    author: Person,
    text: Type.String(),
    mentions: Type.Array(Person),
    createdAt: Time,
    editedAt: NullableTime,
  },
  { title: 'InboxNote' },
);

const NoteBody = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 5000,
    pattern: '\\S',
    description: '`@` with the name or the e-mail address of an operator of the workspace mentions them',
  }),
});

/** Notes of operators for colleagues. */
export const createInboxNoteRoutes = ({
  handoff: { inbox },
  db,
  operators,
  write,
}: RouteDependencies & { handoff: Handoff }): Route[] => {
  const present = async (workspaceId: string, notes: readonly Note[]) => {
    const ids = new Set(notes.flatMap(({ authorId, mentions }) => [authorId, ...mentions]));
    const names = await operators.names(db.query, workspaceId, [...ids]);
    const personOfId = (id: string) => ({ id, name: names.get(id) ?? null });
    return notes.map(({ id, sessionId, authorId, text, mentions, createdAtMs, editedAtMs }) => ({
      id,
      sessionId,
      author: personOfId(authorId),
      text,
      mentions: mentions.map(personOfId),
      createdAt: toTime(createdAtMs),
      editedAt: toNullableTime(editedAtMs),
    }));
  };

  return [
    route({
      method: 'GET',
      url,
      permission: 'conversation:read',
      schema: {
        tags: inboxTags,
        summary: 'List notes',
        description: 'Notes in all sessions of the conversation, oldest first. Users do not see them.',
        operationId: 'listInboxNotes',
        params: InboxSessionParams,
        response: { 200: Type.Object({ items: Type.Array(NoteView) }) },
      },
      handler: async (request) => {
        const place = placeOf(request);
        const { conversationId } = await inbox.find(place);
        return { items: await present(place.workspaceId, await inbox.notes.list(db.query, conversationId)) };
      },
    }),

    route({
      method: 'POST',
      url,
      permission: 'inbox:write',
      // The note says who wrote it.
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Add a note',
        description: 'Also in a closed session. At most 200 notes in a conversation.',
        operationId: 'addInboxNote',
        params: InboxSessionParams,
        body: NoteBody,
        response: { 201: NoteView },
      },
      handler: async (request, reply) => {
        const authorId = personOf(request).id;
        const { text } = request.body;
        const note = await write((tx) => inbox.notes.add(tx, placeOf(request), { authorId, text }));
        reply.status(201);
        return (await present(workspaceOf(request).id, [note]))[0]!;
      },
    }),

    route({
      method: 'PATCH',
      url: `${url}/:noteId`,
      permission: 'inbox:write',
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Change my note',
        description: 'Operators who are still mentioned are not notified again.',
        operationId: 'changeInboxNote',
        params: NoteParams,
        body: NoteBody,
        response: { 200: NoteView },
      },
      handler: async (request) => {
        const { noteId } = request.params;
        const change = { noteId, operatorId: personOf(request).id, text: request.body.text };
        const note = await write((tx) => inbox.notes.edit(tx, placeOf(request), change));
        return (await present(workspaceOf(request).id, [note]))[0]!;
      },
    }),

    route({
      method: 'DELETE',
      url: `${url}/:noteId`,
      permission: 'inbox:write',
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Delete my note',
        description: 'Only its author can delete it.',
        operationId: 'deleteInboxNote',
        params: NoteParams,
        response: { 204: Done },
      },
      handler: async (request, reply) => {
        const which = { noteId: request.params.noteId, operatorId: personOf(request).id };
        await write((tx) => inbox.notes.remove(tx, placeOf(request), which));
        reply.status(204);
        return null;
      },
    }),

    route({
      method: 'PUT',
      url: `${inboxPath}/sessions/:sessionId/mentions/seen`,
      permission: 'conversation:read',
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Mark mentions as seen',
        description: 'Notes of the session that mention me do not count any more.',
        operationId: 'seeInboxMentions',
        params: InboxSessionParams,
        response: { 204: Done },
      },
      handler: async (request, reply) => {
        const { id } = personOf(request);
        await write((tx) => inbox.notes.see(tx, placeOf(request), id));
        reply.status(204);
        return null;
      },
    }),
  ];
};
