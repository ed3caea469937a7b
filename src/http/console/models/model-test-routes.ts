import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { defaultSettings } from '../../../agents/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { redact, secretHeaderValues } from '../../../lib/redact.ts';
import type { SafeFetch } from '../../../lib/safe-fetch/index.ts';
import { configOf } from '../../../model-connections/index.ts';
import {
  type ChosenModel,
  isReference,
  listModelNames,
  type ModelConfig,
  type Models,
  tryModel,
} from '../../../models/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgent } from '../access/find-agent.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import { applySettingsPatch } from '../agents/settings/apply-settings-patch.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { NullableText, WorkspaceParams } from '../wire/wire-schemas.ts';
import { keepSecrets, requireUsable } from './connection-input.ts';
import { ConnectionAccess, type EnteredAccess } from './connection-view.ts';
import { findConnection } from './find-connection.ts';

const tags = ['Models'];
const timeoutMs = 20_000;

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

interface ModelTestDependencies {
  models: Models;
  safeFetch: SafeFetch;
  /** The model of agents and workspaces without their own model. */
  defaultModel: ModelConfig;
}

/** Calls the model. Servers often echo the key, which must not be shown. */
const testConfig = async (models: Models, config: ModelConfig): Promise<Static<typeof Trial>> => {
  const model = models.resolve(config);
  const trial = await tryModel(model, AbortSignal.timeout(timeoutMs));
  const secrets = 'name' in config ? [config.apiKey, ...secretHeaderValues(config.headers ?? {})] : [];
  return {
    ...trial,
    name: model.name,
    text: redact(trial.text, secrets),
    reason: trial.reason === null ? null : redact(trial.reason, secrets),
  };
};

/** Connection tests, and the names of the models that a provider has. */
export const createModelTestRoutes = (deps: RouteDependencies & ModelTestDependencies): Route[] => {
  const { models, safeFetch, defaultModel, agents, modelConnections, checkAddress } = deps;

  /** A connection as it is being edited, with the stored secrets that were not entered again. */
  const accessOf = async (request: FastifyRequest, entered: EnteredAccess) => {
    const { provider, baseUrl = null, connectionId } = entered;
    const stored = connectionId === undefined ? undefined : await findConnection(deps, request, connectionId);
    const secrets = keepSecrets(entered, { provider, baseUrl }, stored);
    const access = { name: '', provider, settings: { baseUrl, ...secrets, models: [] } };
    requireUsable(access, stored, checkAddress);
    return access;
  };

  const configFor = async (request: FastifyRequest, chosen: ChosenModel | null): Promise<ModelConfig> => {
    const connected = await modelConnections.newestOfWorkspace(workspaceOf(request).id);
    const model = chosen ?? connected.defaultModel ?? defaultModel;
    if (!isReference(model)) return model;
    const usable = connected.find(model);
    if (!usable)
      throw new AppError('invalidParameter', 'model: the workspace has no connection with this model');
    return usable.config;
  };

  return [
    route({
      method: 'POST',
      url: '/workspaces/:workspaceId/models/test',
      permission: 'agent:write',
      audit: 'none',
      schema: {
        tags,
        summary: 'Test a model',
        description:
          'Sends one short question, which is not charged. Without `model`, the default model of the workspace is tested. With `agentId`, a masked secret uses the value that the agent has stored.',
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
        const chosen =
          asked === undefined || asked === null
            ? null
            : applySettingsPatch(stored, { model: asked }, checkAddress).model;
        return testConfig(models, await configFor(request, chosen));
      },
    }),

    route({
      method: 'POST',
      url: '/workspaces/:workspaceId/model-connections/test',
      permission: 'agent:write',
      audit: 'none',
      schema: {
        tags,
        summary: 'Test a model connection',
        description:
          'Sends one short question to the model, which is not charged. Nothing is saved. With `connectionId`, omitted and masked secrets are those of that connection.',
        operationId: 'testModelConnection',
        params: WorkspaceParams,
        body: Type.Object({
          ...ConnectionAccess,
          model: Type.String({ minLength: 1, maxLength: 200 }),
        }),
        response: { 200: Trial },
      },
      handler: async (request) => {
        const access = await accessOf(request, request.body);
        return testConfig(models, configOf(access, { name: request.body.model }));
      },
    }),

    route({
      method: 'POST',
      url: '/workspaces/:workspaceId/model-connections/names',
      permission: 'agent:write',
      audit: 'none',
      schema: {
        tags,
        summary: 'List the models of a provider',
        description:
          'Asks the server for the names of its models. Nothing is saved. With `connectionId`, omitted and masked secrets are those of that connection.',
        operationId: 'listProviderModels',
        params: WorkspaceParams,
        body: Type.Object(ConnectionAccess),
        response: {
          200: Type.Object({
            names: Type.Array(Type.String()),
            reason: NullableText({ description: 'Why the names are not known' }),
          }),
        },
      },
      handler: async (request) => {
        const {
          provider,
          settings: { baseUrl, apiKey, headers },
        } = await accessOf(request, request.body);
        return listModelNames(
          { provider, baseUrl: baseUrl ?? undefined, apiKey: apiKey ?? undefined, headers },
          { fetch: safeFetch, signal: AbortSignal.timeout(timeoutMs) },
        );
      },
    }),
  ];
};
