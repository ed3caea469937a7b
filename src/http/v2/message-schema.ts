import { type Static, Type } from 'typebox';
import { discriminated, documentedAs, Maybe, oneOf, RequiredText } from '../schema.ts';

const File = Type.Object(
  {
    url: Maybe(Type.String({ maxLength: 8192, description: 'http or https URL of the file' })),
    base64_content: Maybe(Type.String({ description: 'Content of the file, as base64' })),
    name: Maybe(Type.String({ maxLength: 1024 })),
    format: Maybe(
      Type.String({ maxLength: 32, description: 'Type of the file, for example a file extension' }),
    ),
  },
  { title: 'MessageFile', description: 'Either `url` or `base64_content`' },
);

const FileOrFiles = Type.Union([File, Type.Array(File, { maxItems: 100 })]);

const describedPart = discriminated('MessagePart', 'type', {
  text: Type.Object({ type: Type.Literal('text'), text: Type.String() }, { title: 'TextPart' }),
  image: Type.Object({ type: Type.Literal('image'), image: FileOrFiles }, { title: 'ImagePart' }),
  audio: Type.Object({ type: Type.Literal('audio'), audio: FileOrFiles }, { title: 'AudioPart' }),
  document: Type.Object({ type: Type.Literal('document'), document: FileOrFiles }, { title: 'DocumentPart' }),
});

/** The error of a missing field names it, which that of a union could not. */
export const Part = Type.Object(
  {
    type: oneOf(['text', 'image', 'audio', 'document']),
    text: Maybe(Type.String()),
    image: Maybe(FileOrFiles),
    audio: Maybe(FileOrFiles),
    document: Maybe(FileOrFiles),
  },
  documentedAs(describedPart),
);

export const Message = Type.Object(
  {
    role: oneOf(['user', 'assistant']),
    content: Type.Union([Type.String(), Type.Array(Part, { maxItems: 1000 })]),
  },
  { title: 'Message' },
);

const Scope = Type.Object(
  {
    group_ids: Maybe(Type.Array(Type.String(), { maxItems: 10_000 })),
    data_ids: Maybe(Type.Array(Type.String(), { maxItems: 10_000 })),
  },
  {
    title: 'KnowledgeScope',
    description: 'Knowledge bases and documents that are searched; two empty lists: none',
  },
);

const Config = Type.Object(
  {
    short_term_memory: Maybe(Type.Boolean()),
    long_term_memory: Maybe(Type.Boolean()),
    knowledge: Maybe(Scope),
  },
  { title: 'ConversationConfig', description: 'For this call only' },
);

export const SendMessageV2 = Type.Object(
  {
    conversation_id: RequiredText({ description: 'The conversation to continue' }),
    response_mode: Maybe(oneOf(['blocking', 'streaming', 'webhook'], 'Default: blocking')),
    messages: Type.Array(Message, { minItems: 1, description: 'The newest user message is last' }),
    conversation_config: Maybe(Config),
  },
  { title: 'SendMessageRequest' },
);

export type Message = Static<typeof Message>;
export type Part = Static<typeof Part>;
export type SendMessageV2 = Static<typeof SendMessageV2>;
