import bilingual from '../../../../../examples/flows/bilingual-faq.json';
import orders from '../../../../../examples/flows/order-look-up.json';
import triage from '../../../../../examples/flows/support-triage.json';
import booking from '../../../../../examples/flows/table-booking.json';

/** The files of examples/flows. */
export const exampleFlows = [
  { file: triage, name: 'flow.example.triage.name', about: 'flow.example.triage.about' },
  { file: orders, name: 'flow.example.orders.name', about: 'flow.example.orders.about' },
  { file: bilingual, name: 'flow.example.bilingual.name', about: 'flow.example.bilingual.about' },
  { file: booking, name: 'flow.example.booking.name', about: 'flow.example.booking.about' },
] as const;
