import type { TokenUsage } from '../../models/index.ts';
import { addTokens, noTokens } from '../../usage/index.ts';
import type { UsageMeter } from '../model-calls/usage-meter.ts';

/** Forwards everything to the round's meter and counts the component's share. */
export const createComponentMeter = (meter: UsageMeter) => {
  let tokens = noTokens();
  let costNano = 0;
  let calls = 0;
  let services = 0;
  const own: UsageMeter = {
    beforeCall: meter.beforeCall,
    canPay: meter.canPay,
    total: meter.total,
    add: (used, modelName, options) => {
      const added = meter.add(used, modelName, options);
      tokens = addTokens(tokens, used);
      costNano += added.costNano;
      calls++;
      return added;
    },
    addService: (kind, count, name) => {
      const added = meter.addService(kind, count, name);
      costNano += added.costNano;
      services++;
      return added;
    },
    get modelName() {
      return meter.modelName;
    },
    get hasReserved() {
      return meter.hasReserved;
    },
    get reservedNano() {
      return meter.reservedNano;
    },
  };
  return {
    meter: own,
    /** Undefined if no model was called and nothing else was charged. */
    share: (): { tokens?: TokenUsage; costNano?: number } => ({
      ...(calls === 0 ? {} : { tokens }),
      ...(calls + services === 0 ? {} : { costNano }),
    }),
  };
};
