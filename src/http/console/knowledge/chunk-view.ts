import { type Static, Type } from 'typebox';
import type { Knowledge } from '../../../knowledge/index.ts';
import { oneOf } from '../../schema.ts';
import { Time, toTime } from '../wire/wire-schemas.ts';

export const ChunkView = Type.Object(
  {
    id: Type.String(),
    position: Type.Integer({ description: 'Order within the document; positions may be missing' }),
    headingPath: Type.Array(Type.String()),
    content: Type.String({ description: 'Of a Q&A document: the answer' }),
    questions: Type.Array(Type.String(), {
      description: 'Of a Q&A document: the questions, otherwise empty',
    }),
    keywords: Type.Array(Type.String(), {
      description: 'Words by which the chunk is found besides its text',
    }),
    tokens: Type.Integer(),
    isEnabled: Type.Boolean({ description: 'false: the chunk is not searched' }),
    edit: Type.Union(
      [
        Type.Object({
          kind: oneOf(['change', 'add', 'remove']),
          originalContent: Type.Union([Type.String(), Type.Null()], {
            description: 'Text of the file before the edit; null for an added chunk',
          }),
          hasConflict: Type.Boolean({
            description: 'true: the current file does not contain the text that was edited',
          }),
          editedBy: Type.String({
            description: 'E-mail address; empty: edited with an API key or access token',
          }),
          editedAt: Time,
        }),
        Type.Null(),
      ],
      { description: 'null: as in the file' },
    ),
  },
  { title: 'Chunk' },
);

type ListedChunk = Awaited<ReturnType<Knowledge['inspect']['chunks']>>['chunks'][number];

export const presentChunk = ({ edit, ...chunk }: ListedChunk): Static<typeof ChunkView> => ({
  ...chunk,
  edit: edit && {
    kind: edit.kind,
    originalContent: edit.originalContent,
    hasConflict: edit.hasConflict,
    editedBy: edit.editorEmail,
    editedAt: toTime(edit.editedAtMs),
  },
});
