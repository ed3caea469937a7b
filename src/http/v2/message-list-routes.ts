import { type Static, Type } from 'typebox';
import type { Conversations } from '../../conversations/index.ts';
import type { SharedFiles } from '../../files/index.ts';
import type { FilePart, ReplyOutput, StoredPart, TranscriptMessage } from '../../rounds/index.ts';
import { callerOf } from '../request/authenticate.ts';
import { type Route, route } from '../route.ts';
import { discriminated, documentedAs, oneOf, RequiredText } from '../schema.ts';

const DescribedText = Type.Object(
  { type: Type.Literal('text'), text: Type.String() },
  { title: 'ListedTextPart' },
);

const DescribedFile = Type.Object(
  {
    type: oneOf(['image', 'audio', 'document']),
    text: Type.String({ description: 'Name of the file' }),
    name: Type.String({ description: 'Name of the file' }),
    url: Type.String({ description: 'Signed URL, valid for one day' }),
  },
  { title: 'ListedFilePart' },
);

const Part = Type.Object(
  {
    type: Type.String(),
    text: Type.String(),
    name: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
  },
  documentedAs(
    discriminated('ListedPart', 'type', {
      text: DescribedText,
      image: DescribedFile,
      audio: DescribedFile,
      document: DescribedFile,
    }),
  ),
);

const Branch = Type.Object({ branch_content: Type.Array(Part) }, { title: 'ListedContent' });
const Content = Type.Array(Branch);

const Item = Type.Object(
  {
    message_id: Type.String({
      description: 'Of a question: the message_id of the round. Of a reply: its answer_id',
    }),
    parent_message_id: Type.Optional(Type.String({ description: 'Of a reply: the message_id of its round' })),
    create_time: Type.Integer({ description: 'Milliseconds' }),
    role: oneOf(['user', 'assistant']),
    from: Type.Optional(oneOf(['human', 'service'], '`human`: a person answered instead of the agent')),
    content: Content,
  },
  { title: 'ListedMessage' },
);

const Page = Type.Object(
  { total: Type.Integer(), conversation_content: Type.Array(Item) },
  { title: 'MessagePage' },
);

type Content = Static<typeof Content>;
type Url = (fileId: string) => Promise<string>;

const plain = (text: string): Content => [{ branch_content: [{ type: 'text', text }] }];

const presentPart = async (part: StoredPart, url: Url): Promise<Static<typeof Part>> =>
  part.type === 'text'
    ? { type: part.type, text: part.text }
    : { type: part.type, text: part.name, name: part.name, url: await url(part.fileId) };

const presentParts = async (parts: readonly StoredPart[], url: Url): Promise<Content> => [
  { branch_content: await Promise.all(parts.map((part) => presentPart(part, url))) },
];

const questionContent = async (parts: readonly StoredPart[], text: string, url: Url): Promise<Content> =>
  parts.length === 0 ? plain(text) : presentParts(parts, url);

const humanContent = (text: string, files: readonly FilePart[], url: Url): Promise<Content> =>
  presentParts([...(text === '' ? [] : [{ type: 'text' as const, text }]), ...files], url);

const answerContent = (outputs: readonly ReplyOutput[], text: string): Content =>
  outputs.length === 0 ? plain(text) : outputs.flatMap((output) => plain(output.text));

const present = async (message: TranscriptMessage, url: Url): Promise<Static<typeof Item>> => {
  const { id: message_id, createdAtMs: create_time, text } = message;
  switch (message.kind) {
    case 'question':
      return {
        message_id,
        create_time,
        role: 'user',
        content: await questionContent(message.parts, text, url),
      };
    case 'answer':
      return {
        message_id,
        parent_message_id: message.roundId,
        create_time,
        role: 'assistant',
        content: answerContent(message.outputs, text),
      };
    case 'human':
      return {
        message_id: message.answerId,
        create_time,
        role: 'assistant',
        from: message.sender,
        content: await humanContent(text, message.files, url),
      };
  }
};

export const createMessageListRoutes = ({
  conversations,
  sharedFiles,
}: {
  conversations: Conversations;
  sharedFiles: SharedFiles;
}): Route[] => [
  route({
    method: 'GET',
    url: '/v2/messages',
    key: 'agent',
    schema: {
      operationId: 'listMessages',
      tags: ['Messages'],
      summary: 'List messages',
      description:
        'Returns the messages of a conversation, oldest first. A failed round has only its question.',
      querystring: Type.Object({
        conversation_id: RequiredText(),
        page: Type.Optional(Type.Integer({ minimum: 1 })),
        page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      }),
      response: { 200: Page },
    },
    handler: async (request) => {
      const { conversation_id, page = 1, page_size = 10 } = request.query;
      const { id } = await conversations.require(callerOf(request).agent, conversation_id);
      const found = await conversations.messages(id, { limit: page_size, offset: (page - 1) * page_size });
      const shown = found.messages.map((message) => present(message, sharedFiles.url));
      return { total: found.total, conversation_content: await Promise.all(shown) };
    },
  }),
];
