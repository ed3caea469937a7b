import { Type } from 'typebox';
import { defaultSettings } from '../../../agents/index.ts';
import type { Config } from '../../../config/index.ts';
import { rerankVersions } from '../../../knowledge/index.ts';
import { redact } from '../../../lib/redact.ts';
import { type ModelConfig, type Models, modelConfigSchemas, tryModel } from '../../../models/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { findAgent } from '../access/find-agent.ts';
import { applySettingsPatch } from '../agents/settings/apply-settings-patch.ts';
import { maskSecret } from '../agents/settings/masked-settings.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Models'];
const timeoutMs = 20_000;

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

const Trial = Type.Object(
  {
    ok: Type.Boolean(),
    name: Type.String({ description: 'Model that was called' }),
    latencyMs: Type.Integer(),
    firstTokenMs: Type.Union([Type.Integer(), Type.Null()]),
    text: Type.String({ description: 'Beginning of the response' }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Reason of the failure' }),
  },
  { title: 'ModelTrial' },
);

const maskOf = (key: string | undefined): string | null => (key === undefined ? null : maskSecret(key));

const present = (server: { baseUrl: string; apiKey: string | undefined; name?: string } | undefined) => ({
  isEmbedded: server === undefined,
  address: server?.baseUrl ?? null,
  name: server?.name ?? null,
  key: maskOf(server?.apiKey),
});

interface ModelRouteDependencies {
  models: Models;
  /** Models that are configured for the service. */
  serviceModels: Pick<Config, 'model' | 'embedding' | 'speech' | 'rerankers'>;
  /** The model of agents without their own model. */
  defaultModel: ModelConfig;
}

/** Model providers, the models of the service, and connection tests. */
export const createModelRoutes = ({
  models,
  serviceModels,
  defaultModel,
  agents,
  checkAddress,
}: RouteDependencies & ModelRouteDependencies): Route[] => [
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
      summary: 'Get the default models',
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

  route({
    method: 'POST',
    url: '/workspaces/:workspaceId/models/test',
    permission: 'agent:write',
    audit: 'none',
    schema: {
      tags,
      summary: 'Test a model',
      description:
        'Sends one short question, which is not charged. Without `model`, the default model of the service is tested. With `agentId`, a masked secret uses the value that the agent has stored.',
      operationId: 'testModel',
      params: WorkspaceParams,
      body: Type.Object({
        model: Type.Optional(Type.Unknown({ description: 'Same as in the settings of an agent' })),
        agentId: Type.Optional(Type.String()),
      }),
      response: { 200: Trial },
    },
    handler: async (request) => {
      const { model: asked, agentId } = request.body;
      const agent = agentId === undefined ? undefined : await findAgent(agents, request, agentId);
      const stored = agent?.settings ?? defaultSettings();
      const config =
        asked === undefined || asked === null
          ? defaultModel
          : (applySettingsPatch(stored, { model: asked }, checkAddress).model ?? defaultModel);
      const model = models.resolve(config);
      const trial = await tryModel(model, AbortSignal.timeout(timeoutMs));
      const key = 'apiKey' in config ? config.apiKey : undefined;
      const withoutKey = (text: string): string => redact(text, [key]);
      return {
        ...trial,
        name: model.name,
        text: withoutKey(trial.text),
        reason: trial.reason === null ? null : withoutKey(trial.reason),
      };
    },
  }),
];
