import { Type } from 'typebox';
import { errorTable } from '../../lib/errors.ts';
import { TokenCounts } from './reply-schema.ts';

const event = <Data extends Type.TSchema>(
  code: number,
  message: string,
  data: Data,
  { title, description }: { title: string; description: string },
) => Type.Object({ code: Type.Literal(code), message: Type.Literal(message), data }, { title, description });

const MessageInfo = Type.Object(
  { message_id: Type.String(), answer_id: Type.String() },
  { title: 'MessageInfo' },
);

const AudioFragment = Type.Object(
  {
    audioAnswer: Type.String({ description: 'Sound, as base64; empty if this is a piece of the transcript' }),
    transcript: Type.String({ description: 'Piece of the text; empty if this is sound' }),
  },
  { title: 'AudioFragment' },
);

const AudioData = Type.Object(
  { transcript: Type.String(), url: Type.String(), seconds: Type.Number() },
  { title: 'AudioData' },
);

/** Also in webhook replies of version 1. */
export const FlowOutputItem = Type.Object(
  {
    content: Type.String(),
    branch: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    from_component_name: Type.String(),
    audioDatas: Type.Optional(Type.Array(AudioData, { description: 'Present if there is sound' })),
  },
  { title: 'FlowOutput' },
);

const MessageInfoEvent = event(11, 'MessageInfo', MessageInfo, {
  title: 'MessageInfoEvent',
  description: 'First event: the IDs with which the stream is resumed and the reply is rated',
});

const TextEvent = event(3, 'Text', Type.String({ description: 'Piece of the reply' }), {
  title: 'TextEvent',
  description: 'Sent many times; all pieces together are the reply',
});

const AudioEvent = event(39, 'Audio', AudioFragment, {
  title: 'AudioEvent',
  description: 'Sound of the reply, or a piece of its transcript; only in version 2',
});

const FlowOutputEvent = event(10, 'FlowOutput', Type.Array(FlowOutputItem), {
  title: 'FlowOutputEvent',
  description: 'The whole reply, by component',
});

const CostEvent = event(4, 'Cost', TokenCounts, {
  title: 'CostEvent',
  description: 'Tokens of the round; only in version 2',
});

const EndEvent = event(0, 'End', Type.Null(), {
  title: 'EndEvent',
  description: 'Last event: the reply is complete',
});

const failureCodes = [...new Set(Object.values(errorTable).map(({ code }) => code))].sort((a, b) => a - b);

const FailureEvent = Type.Object(
  {
    code: Type.Unsafe<number>({ type: 'integer', enum: failureCodes, description: 'Error code' }),
    message: Type.String({ description: 'Error message' }),
    data: Type.Null(),
    request_id: Type.Optional(Type.String({ description: 'ID of the request in the logs' })),
  },
  {
    title: 'FailureEvent',
    description: 'The round failed. It is the last event: a stream without `End` is incomplete',
  },
);

/**
 * Clients tell the events apart by the constant `code`. It is a number, for which OpenAPI has no `discriminator`: its values
 * are strings, and generators of clients would make `code` a string. So the mapping is an extension.
 */
const union = (
  title: string,
  events: Record<number, Type.TSchema & { title?: string }>,
  description: string,
) => {
  const mapping: Record<string, string> = {};
  for (const [code, { title: name }] of Object.entries(events))
    mapping[code] = `#/components/schemas/${name}`;
  for (const code of failureCodes) mapping[code] = '#/components/schemas/FailureEvent';
  return Type.Unsafe<unknown>({
    title,
    description,
    oneOf: [...Object.values(events), FailureEvent],
    'x-discriminator': { propertyName: 'code', mapping },
  });
};

export const StreamEvent = union(
  'StreamEvent',
  {
    11: MessageInfoEvent,
    3: TextEvent,
    39: AudioEvent,
    10: FlowOutputEvent,
    4: CostEvent,
    0: EndEvent,
  },
  'The data of one server-sent event. Order: 11, then 3 and 39, then 10, 4 and 0',
);

export const StreamEventV1 = union(
  'StreamEventV1',
  { 11: MessageInfoEvent, 3: TextEvent, 10: FlowOutputEvent, 0: EndEvent },
  'The data of one server-sent event. Order: 11, then 3, then 10 and 0',
);
