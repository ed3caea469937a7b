import { AppError } from '../../lib/errors.ts';
import type { ToolOffer } from '../../models/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { ToolBox } from '../ports.ts';

const offer: ToolOffer = {
  name: 'request_human',
  description:
    'Asks a person of the human service to take over this conversation. Use it when the user wants to talk to a person, or needs something only a person can do. The user is told so by the service: say nothing after it.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

export const handoffToolName = offer.name;

/**
 * Adds the tool with which a model requests a person, if possible. The session starts at the call. Text
 * before the call stays, the model adds nothing after it, and a text of the operator ends the reply.
 */
export const withHandoffTool = (run: AgentRun, toolBox: ToolBox): ToolBox => {
  if (!run.handoff.isPossible) return toolBox;
  return {
    ...toolBox,
    offers: [...toolBox.offers.filter(({ name }) => name !== offer.name), offer],
    call: async (name, argumentsText, signal) => {
      if (name !== offer.name) return toolBox.call(name, argumentsText, signal);
      try {
        await run.handoff.request();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { text: 'No person is available at the moment.', isError: true };
      }
      return { text: 'A person has been asked to take over.', isError: false };
    },
  };
};
