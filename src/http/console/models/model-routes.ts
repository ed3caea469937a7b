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
    isEmbedded: Type.Boolean({ description: 'Runs inside the service, without a key' }),
    address: Nullable,
    name: Nullable,
    key: Type.Union([Type.String(), Type.Null()], { description: 'A mask; null where there is none' }),
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
    name: Type.String({ description: 'The model that was asked' }),
    latencyMs: Type.Integer(),
    firstTokenMs: Type.Union([Type.Integer(), Type.Null()]),
    text: Type.String({ description: 'Beginning of the answer' }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed, in words' }),
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
  /** What the service itself is set up with. */
  serviceModels: Pick<Config, 'model' | 'embedding' | 'speech' | 'rerankers'>;
  /** What agents without a model of their own use. */
  defaultModel: ModelConfig;
}

/** Models: what the service is set up with, what can be set up, and whether it answers. */
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
      summary: 'List kinds of models with their fields',
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
      summary: 'Tell which models the service is set up with',
      operationId: 'getServiceModels',
      params: WorkspaceParams,
      response: { 200: ServiceModels },
    },
    handler: async () => {
      const { model, embedding, speech, rerankers } = serviceModels;
      const hears = speech?.transcriptionName ? speech : undefined;
      const speaks = speech?.synthesisName ? speech : undefined;
      return {
        model: present(model),
        embedding: present(embedding),
        transcription: present(hears && { ...hears, name: hears.transcriptionName }),
        synthesis: present(speaks && { ...speaks, name: speaks.synthesisName }),
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
      summary: 'Ask a model whether it answers',
      description:
        "One short question, not charged. Without `model` it is the service's own. With `agentId`, a secret sent as its mask is the one that agent has stored.",
      operationId: 'testModel',
      params: WorkspaceParams,
      body: Type.Object({
        model: Type.Optional(Type.Unknown({ description: "As in an agent's settings" })),
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
