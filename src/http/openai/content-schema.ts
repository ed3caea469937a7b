import { type Static, Type } from 'typebox';
import { Maybe } from '../schema.ts';

const Url = Type.String({ description: 'Data URL, or http or https URL' });

/**
 * One part of a message: the parts of chat completions and of responses in one object, because clients mix them. Each
 * `type` uses its own fields; the others are ignored.
 */
export const ContentPart = Type.Object(
  {
    type: Type.String({
      maxLength: 64,
      examples: ['text'],
      description:
        '`text`, `image_url`, `input_audio` or `file`; in responses `input_text`, `output_text`, `input_image` or `input_file`',
    }),
    text: Maybe(Type.String()),
    refusal: Maybe(Type.String()),
    image_url: Maybe(Type.Union([Type.Object({ url: Url }), Url])),
    input_audio: Maybe(
      Type.Object({
        data: Type.String({ description: 'Base64' }),
        format: Maybe(Type.String({ maxLength: 32 })),
      }),
    ),
    file: Maybe(
      Type.Object({
        file_data: Maybe(Type.String({ description: 'Data URL, or base64' })),
        filename: Maybe(Type.String({ maxLength: 1024 })),
      }),
    ),
    file_data: Maybe(Type.String({ description: 'Data URL, or base64' })),
    file_url: Maybe(Type.String({ maxLength: 8192 })),
    filename: Maybe(Type.String({ maxLength: 1024 })),
  },
  { title: 'OpenAiContentPart' },
);

export const Content = Type.Union([Type.String(), Type.Array(ContentPart, { maxItems: 1000 })]);

export type ContentPart = Static<typeof ContentPart>;
export type Content = Static<typeof Content>;

/** Fields that contain whole files. Long values are read as a stream and never held in memory. */
export const fileKeys = ['url', 'image_url', 'data', 'file_data'];
