import { pageChannels } from '../../../channels/index.ts';
import type { NodeOf } from '../../../flows/index.ts';
import { asText, isLongerThan, renderTemplate } from '../../../flows/index.ts';
import { textLanguage } from '../../../lib/language/text-language.ts';
import type { AskedQuestion } from '../../../rounds/index.ts';
import type { ComponentInput, ComponentResult } from '../component.ts';
import { textOfMessage } from '../open-state.ts';
import { fold, longestAnswer } from './answer-values.ts';
import { textsIn } from './question-texts.ts';

/** Limit of everything that a waiting flow stores, in characters of JSON. */
export const longestState = 200_000;

/** Pages of the service show choices as buttons and forms as forms. Others get text. */
export const isOnPage = ({ run }: ComponentInput): boolean =>
  pageChannels.some((name) => name === run.round.channel);

/** The service's own texts, in the language of the user. */
export const textsFor = async ({ run, state }: ComponentInput) => {
  const reported = await run.ports.users.languages(run.round.conversationId);
  if (reported.length > 0) return textsIn(reported);
  const written = textLanguage(asText(state.variables.get('question')));
  return textsIn(written === undefined ? [] : [written]);
};

type QuestionInput = ComponentInput<NodeOf<'ask'> | NodeOf<'form'>>;

interface Question {
  text: string;
  asks: AskedQuestion | undefined;
  /** What the component needs to read the answer. JSON. */
  snapshot: object;
}

const send = (input: QuestionInput, { text, asks, snapshot }: Question): ComponentResult => {
  const { slot, source, state, node } = input;
  if (text.trim() === '') throw new Error('the text of the question is empty');
  state.turn.waitMinutes = node.expiresAfterMinutes;
  slot!.write(text, { ...source, ...(asks ? { asks } : {}) });
  return { waits: { snapshot } };
};

/** Sends a question for the first time. The round then ends, and the next message is the answer. */
export const ask = async (
  input: QuestionInput,
  makeQuestion: () => Promise<Question>,
): Promise<ComponentResult> => {
  const { run, state } = input;
  // Another question is open: this component starts again after its answer.
  if (!(await state.turn.take())) return { waits: {} };
  try {
    if (isLongerThan([...state.variables], longestState))
      throw new Error(
        `the variables have more than ${longestState} characters, which is too much to store while the flow waits`,
      );
    const question = await makeQuestion();
    run.signal.throwIfAborted();
    return send(input, question);
  } catch (error) {
    state.turn.leave();
    throw error;
  }
};

/** The branch that the answer leads to, or the question for another attempt. */
type Verdict = { branch: string } | { asksAgain: Question };

/** Reads the message of this round as the answer. */
export const readAnswer = async (
  input: QuestionInput,
  judge: (answer: string) => Promise<Verdict>,
): Promise<ComponentResult> => {
  const { run, state } = input;
  let isAnswered = true;
  try {
    const answer = await textOfMessage(run, { ...state.takes, audio: false });
    const verdict = await judge(answer);
    const detail = { answer: answer.slice(0, 200) };
    run.signal.throwIfAborted();
    if ('branch' in verdict) return { branch: verdict.branch, detail };
    if (!state.turn.askAgain()) return { waits: {} };
    isAnswered = false;
    return { ...send(input, verdict.asksAgain), detail };
  } finally {
    if (isAnswered) state.turn.leave();
  }
};

export const isCancelled = ({ cancelWords }: { cancelWords: readonly string[] }, answer: string): boolean =>
  // A word is short. The text of a long message is not compared.
  answer.length <= longestAnswer && cancelWords.some((word) => fold(word) === fold(answer));

/** The text of another attempt: the operator's, or the question itself. */
export const retryTextOf = ({ node, state }: QuestionInput): string =>
  renderTemplate(node.retryText.trim() === '' ? node.text : node.retryText, state.variables);
