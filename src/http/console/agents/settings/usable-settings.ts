import type { AgentSettings } from '../../../../agents/index.ts';
import { AppError } from '../../../../lib/errors.ts';
import { isReference } from '../../../../models/index.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';

/** Rejects new references to models that the workspace does not have, and new tools whose schemas cannot be used. */
export const createUsableSettings = ({
  modelConnections,
  tools,
}: Pick<RouteDependencies, 'modelConnections' | 'tools'>) => {
  /** Unchanged models are not checked, so that a deleted connection does not block unrelated changes. */
  const requireKnownModels = async (
    workspaceId: string,
    settings: AgentSettings,
    stored: AgentSettings,
  ): Promise<void> => {
    for (const place of ['model', 'fallbackModel'] as const) {
      const model = settings[place];
      if (model === null || !isReference(model)) continue;
      if (JSON.stringify(model) === JSON.stringify(stored[place])) continue;
      if (!(await modelConnections.newestOfWorkspace(workspaceId)).find(model))
        throw new AppError(
          'invalidParameter',
          `settings.${place}: the workspace has no model connection with this model`,
        );
    }
  };
  return async (workspaceId: string, settings: AgentSettings, stored: AgentSettings): Promise<void> => {
    await requireKnownModels(workspaceId, settings, stored);
    await tools.requireUsableSchemas({
      workspaceId,
      tools: settings.tools.http,
      stored: stored.tools.http,
    });
  };
};
