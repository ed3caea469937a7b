import type { ToolOffer } from '../models/index.ts';
import type { AgentRun } from './agent-run.ts';
import type { ToolBox } from './ports.ts';

const offer: ToolOffer = {
  name: 'request_human',
  description:
    'Asks a person of the human service to take over this conversation. Use it when the user wants to talk to a person, or needs something only a person can do. After it, tell the user in one sentence that a person has been asked.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/**
 * Adds the tool with which a model asks for a person, where there can be one. The request takes effect when
 * the round is stored, together with the reply: so the user reads the agent's last sentence first.
 */
export const withHandoffTool = (run: AgentRun, toolBox: ToolBox): ToolBox => {
  if (!run.handoff.isPossible) return toolBox;
  return {
    ...toolBox,
    offers: [...toolBox.offers.filter(({ name }) => name !== offer.name), offer],
    call: async (name, argumentsText, signal) => {
      if (name !== offer.name) return toolBox.call(name, argumentsText, signal);
      run.handoff.request();
      return {
        text: 'A person has been asked to take over. The user can go on writing here.',
        isError: false,
      };
    },
  };
};
