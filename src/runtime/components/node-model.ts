import type { Agent } from '../../agents/index.ts';
import type { ComponentModel } from '../../flows/index.ts';
import { type ChosenModel, isReference, type Model } from '../../models/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { ModelChoice, ToolBox } from '../ports.ts';

type Settings = Agent['settings'];

export interface ModelSettings {
  model: ComponentModel | null;
  temperature: number | null;
  maxOutputTokens: number | null;
}

export const noTools: ToolBox = {
  offers: [],
  warnings: [],
  call: async () => ({ text: 'There are no tools here.', isError: true }),
};

/** A key is sent only to the provider and base URL for which it was entered. */
const withKey = (wanted: ComponentModel, { model, fallbackModel }: Settings): ChosenModel => {
  if (wanted.provider === 'embedded' || isReference(wanted)) return wanted;
  const same = [model, fallbackModel].find(
    (one) =>
      one !== null &&
      !isReference(one) &&
      one.provider === wanted.provider &&
      (wanted.baseUrl === undefined || ('baseUrl' in one && one.baseUrl === wanted.baseUrl)),
  );
  // The file kinds of the agent's model do not apply to another model of the same server.
  const { takes: _, ...address } = { takes: undefined, ...same };
  return { ...address, ...wanted } as ChosenModel;
};

/** Cached by the settings and the node, which live until they are changed: a model is resolved once. */
const chosen = new WeakMap<Settings, WeakMap<ComponentModel, Settings>>();

const settingsWith = (settings: Settings, model: ComponentModel): Settings => {
  const known = chosen.get(settings) ?? new WeakMap<ComponentModel, Settings>();
  chosen.set(settings, known);
  const own = known.get(model) ?? { ...settings, model: withKey(model, settings) };
  known.set(model, own);
  return own;
};

export const modelOf = (agent: Agent, models: ModelChoice, wanted: ComponentModel | null): Promise<Model> =>
  models.forAgent(wanted === null ? agent : { ...agent, settings: settingsWith(agent.settings, wanted) });

export const modelOfNode = (
  { agent, ports }: AgentRun,
  { model }: Pick<ModelSettings, 'model'>,
): Promise<Model> => modelOf(agent, ports.models, model);

/** The round with what the component sets in place of the agent's settings. Never more output than the agent allows: that is what was reserved. */
export const withNodeSettings = (
  run: AgentRun,
  node: ModelSettings,
  more: Partial<Settings> = {},
): AgentRun => {
  const { settings } = run.agent;
  return {
    ...run,
    agent: {
      ...run.agent,
      settings: {
        ...settings,
        temperature: node.temperature ?? settings.temperature,
        maxOutputTokens: Math.min(node.maxOutputTokens ?? settings.maxOutputTokens, settings.maxOutputTokens),
        ...more,
      },
    },
  };
};
