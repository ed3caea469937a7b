import type { LabelKey } from '../../messages/translate.ts';

/** The templates of the service, in the order of the dialog. */
export const agentTemplates = [
  {
    id: 'support-with-knowledge',
    name: 'agents.template.support',
    about: 'agents.template.supportHint',
  },
  { id: 'order-look-up', name: 'agents.template.orders', about: 'agents.template.ordersHint' },
  { id: 'triage-flow', name: 'agents.template.triage', about: 'agents.template.triageHint' },
  { id: 'lead-capture', name: 'agents.template.leads', about: 'agents.template.leadsHint' },
] as const satisfies { id: string; name: LabelKey; about: LabelKey }[];

export type AgentTemplate = (typeof agentTemplates)[number]['id'];
