import { Type } from 'typebox';
import type { Embedders } from '../../knowledge/index.ts';
import { AppError } from '../../lib/errors.ts';
import { countTokens } from '../../lib/tokens.ts';
import { callerOf } from '../request/authenticate.ts';
import { type Route, route } from '../route.ts';
import { Maybe, oneOf } from '../schema.ts';
import { Model, User } from './chat/chat-schema.ts';
import { checkModel } from './make-input.ts';
import { refuse } from './read-content.ts';

const maxTexts = 128;
/** More text does not make the meaning clearer, but embedding slower. */
const maxCharacters = 8000;
const timeoutMs = 60_000;
const tooSlow = `input could not be embedded in ${timeoutMs / 1000} seconds. Send fewer or shorter texts, or try again later`;

const CreateEmbedding = Type.Object({
  model: Maybe(Model),
  input: Type.Union([
    Type.String({ minLength: 1, maxLength: maxCharacters }),
    Type.Array(Type.String({ minLength: 1, maxLength: maxCharacters }), { minItems: 1, maxItems: maxTexts }),
  ]),
  encoding_format: Maybe(oneOf(['float', 'base64'])),
  dimensions: Maybe(Type.Integer({ minimum: 1, examples: [384] })),
  user: Maybe(User),
});

const encode = (vector: Float32Array, isBase64: boolean): number[] | string =>
  isBase64
    ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
    : Array.from(vector);

/** One text per tick, so that counting many of them does not block other requests. */
const countAll = async (texts: readonly string[]): Promise<number> => {
  let tokens = 0;
  for (const text of texts) {
    tokens += countTokens(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return tokens;
};

/**
 * Vectors of the knowledge's embedding model. All texts of a call use one model, that of the first text, because vectors
 * of different models cannot be compared.
 */
export const createEmbeddingRoutes = ({ embedders }: { embedders: Embedders }): Route[] => [
  route({
    method: 'POST',
    url: '/openai/v1/embeddings',
    key: 'enabled-agent',
    maxBodyBytes: 4 * 1024 * 1024,
    schema: { hide: true, body: CreateEmbedding },
    handler: async (request) => {
      const { body } = request;
      const { agent } = callerOf(request);
      checkModel(agent, body.model);
      const texts = [body.input].flat();
      const embedder = embedders.for(texts[0]!);
      if (body.dimensions && body.dimensions !== embedder.dimension)
        refuse('dimensions', `must be ${embedder.dimension}, the size of the vectors of ${embedder.modelId}`);
      const owner = { workspaceId: agent.workspaceId, userId: `agent:${agent.id}` };
      const vectors = await embedder
        .embed(texts, 'passage', AbortSignal.timeout(timeoutMs), owner)
        .catch((error: unknown) => {
          if (error instanceof DOMException && error.name === 'TimeoutError')
            throw new AppError('unavailable', tooSlow, { cause: error });
          throw error;
        });
      const tokens = await countAll(texts);
      const isBase64 = body.encoding_format === 'base64';
      return {
        object: 'list',
        data: vectors.map((vector, index) => ({
          object: 'embedding',
          index,
          embedding: encode(vector, isBase64),
        })),
        model: embedder.modelId,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },
  }),
];
