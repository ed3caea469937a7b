import { type Static, Type } from 'typebox';
import { Maybe } from '../../schema.ts';
import { Model, User } from '../chat/chat-schema.ts';
import { Content } from '../content-schema.ts';
import { functionFields, maxTools, toolName } from '../tool-schema.ts';

/** One item of the input. Each `type` uses its own fields; without a type it is a message. */
export const InputItem = Type.Object({
  type: Maybe(Type.String({ maxLength: 64, examples: ['message'] })),
  role: Maybe(Type.String({ maxLength: 32, examples: ['user'] })),
  content: Maybe(Content),
  id: Maybe(Type.String({ maxLength: 256 })),
  call_id: Maybe(Type.String({ maxLength: 256 })),
  name: Maybe(Type.String({ pattern: toolName, examples: ['get_weather'] })),
  arguments: Maybe(Type.String({ maxLength: 1_000_000, examples: ['{}'] })),
  output: Maybe(Content),
});
export type InputItem = Static<typeof InputItem>;

const ResponseTool = Type.Object({
  type: Type.String({ examples: ['function'] }),
  name: Maybe(functionFields.name),
  description: functionFields.description,
  parameters: functionFields.parameters,
});

export const CreateResponse = Type.Object({
  model: Maybe(Model),
  input: Type.Union([Type.Array(InputItem, { minItems: 1, maxItems: 10_000 }), Type.String()]),
  instructions: Maybe(Type.String()),
  stream: Maybe(Type.Boolean()),
  tools: Maybe(Type.Array(ResponseTool, { maxItems: maxTools })),
  tool_choice: Maybe(
    Type.Union([
      Type.String({ examples: ['auto'] }),
      Type.Object({ type: Maybe(Type.String()), name: Maybe(Type.String()) }),
    ]),
  ),
  user: Maybe(User),
  conversation: Maybe(Type.Union([Type.String({ examples: [''] }), Type.Object({ id: Type.String() })])),
  previous_response_id: Maybe(Type.String({ maxLength: 256 })),
  store: Maybe(Type.Boolean()),
  metadata: Maybe(
    Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 512 }), { maxProperties: 16 }),
  ),
  max_output_tokens: Maybe(Type.Integer({ minimum: 1 })),
  background: Maybe(Type.Boolean({ examples: [false] })),
  text: Maybe(Type.Object({ format: Maybe(Type.Object({ type: Type.String({ examples: ['text'] }) })) })),
});
export type CreateResponse = Static<typeof CreateResponse>;
