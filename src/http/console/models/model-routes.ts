import { Type } from 'typebox';
import type { Config } from '../../../config/index.ts';
import { rerankVersions } from '../../../knowledge/index.ts';
import { modelConfigSchemas } from '../../../models/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { maskSecret } from '../agents/settings/masked-settings.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Models'];

const Nullable = Type.Union([Type.String(), Type.Null()]);

const Server = Type.Object(
  {
    isEmbedded: Type.Boolean({ description: 'Runs in the service, without an API key' }),
    address: Nullable,
    name: Nullable,
    key: Type.Union([Type.String(), Type.Null()], { description: 'Masked key; null: none' }),
  },
  { title: 'ConfiguredModel' },
);

const ServiceModels = Type.Object(
  {
    model: Server,
    embedding: Server,
    transcription: Server,
    synthesis: Server,
    rerankers: Type.Array(
      Type.Object({
        version: oneOf(rerankVersions),
        isSetUp: Type.Boolean(),
        address: Nullable,
        key: Nullable,
      }),
    ),
  },
  { title: 'ServiceModels' },
);

const maskOf = (key: string | undefined): string | null => (key === undefined ? null : maskSecret(key));

const present = (server: { baseUrl: string; apiKey: string | undefined; name?: string } | undefined) => ({
  isEmbedded: server === undefined,
  address: server?.baseUrl ?? null,
  name: server?.name ?? null,
  key: maskOf(server?.apiKey),
});

interface ModelRouteDependencies {
  /** Models that are configured for the service. */
  serviceModels: Pick<Config, 'model' | 'embedding' | 'speech' | 'rerankers'>;
}

/** Model providers, and the models of the service. */
export const createModelRoutes = ({ serviceModels }: RouteDependencies & ModelRouteDependencies): Route[] => [
  route({
    method: 'GET',
    url: '/model-providers',
    permission: 'signed-in',
    schema: {
      tags,
      summary: 'List model providers',
      description: 'Returns the supported kinds of models with their fields.',
      operationId: 'listModelProviders',
      response: {
        200: Type.Object({
          items: Type.Array(
            Type.Object({
              provider: Type.String(),
              schema: Type.Unknown({ description: 'JSON Schema of a model of this kind' }),
            }),
          ),
        }),
      },
    },
    handler: async () => ({ items: modelConfigSchemas }),
  }),

  route({
    method: 'GET',
    url: '/workspaces/:workspaceId/models',
    permission: 'agent:read',
    schema: {
      tags,
      summary: 'Get the models of the service',
      description: 'Returns the models that are configured for the whole service.',
      operationId: 'getServiceModels',
      params: WorkspaceParams,
      response: { 200: ServiceModels },
    },
    handler: async () => {
      const { model, embedding, speech, rerankers } = serviceModels;
      const transcriber = speech?.transcriptionName ? speech : undefined;
      const synthesizer = speech?.synthesisName ? speech : undefined;
      return {
        model: present(model),
        embedding: present(embedding),
        transcription: present(transcriber && { ...transcriber, name: transcriber.transcriptionName }),
        synthesis: present(synthesizer && { ...synthesizer, name: synthesizer.synthesisName }),
        rerankers: rerankVersions.map((version) => {
          const settings = rerankers[version];
          const server = settings && 'url' in settings ? settings : undefined;
          return {
            version,
            isSetUp: settings !== undefined,
            address: server?.url ?? null,
            key: maskOf(server?.apiKey),
          };
        }),
      };
    },
  }),
];
