import bilingual from '../../../../../examples/flows/bilingual-faq.json';
import orders from '../../../../../examples/flows/order-look-up.json';
import triage from '../../../../../examples/flows/support-triage.json';

/** The examples of the repository, with what each teaches. */
export const exampleFlows = [
  {
    file: triage,
    about: 'Sorts questions by words, answers from the knowledge, hands over to a person',
  },
  { file: orders, about: 'Reads an order number, looks it up in a table, says where the order is' },
  { file: bilingual, about: 'Answers in the language of the question, and says when nothing was found' },
];
