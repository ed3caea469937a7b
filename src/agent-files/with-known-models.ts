import type { ModelConnections } from '../model-connections/index.ts';
import type { AgentFile } from './agent-file.ts';

interface Reference {
  provider: 'connection';
  connectionId: string;
  name: string;
}

const isReference = (model: unknown): model is Reference =>
  model !== null &&
  typeof model === 'object' &&
  (model as Reference).provider === 'connection' &&
  typeof (model as Reference).connectionId === 'string' &&
  typeof (model as Reference).name === 'string';

/**
 * The settings of a file with models of this workspace: of the same connection, or else of the connection of the same
 * name. Without one, the agent uses the default model, and a warning says so.
 */
export const withKnownModels = async (
  modelConnections: Pick<ModelConnections, 'list' | 'newestOfWorkspace'>,
  { workspaceId, file, warnings }: { workspaceId: string; file: AgentFile; warnings: string[] },
): Promise<Record<string, unknown>> => {
  const settings = { ...file.agent.settings };
  for (const place of ['model', 'fallbackModel'] as const) {
    const model = settings[place];
    if (!isReference(model)) continue;
    const models = await modelConnections.newestOfWorkspace(workspaceId);
    const name = file.connections?.[model.connectionId];
    const named = (await modelConnections.list(workspaceId)).find((one) => one.name === name);
    const candidates = [model, ...(named ? [{ ...model, connectionId: named.id }] : [])];
    const usable = candidates.find((candidate) => models.find(candidate) !== undefined);
    settings[place] = usable ?? null;
    if (!usable)
      warnings.push(
        `settings.${place}: the workspace has no connection${name ? ` "${name}"` : ''} with the model "${model.name}"; ${place === 'model' ? 'the default model is used' : 'there is no fallback model'}`,
      );
  }
  return settings;
};
