import { withoutAgentNotes } from '../../lib/agent-note.ts';
import type { Grounding, GroundingPassage, ModelMessage, ModelRequest, ToolCall } from '../port.ts';
import { chooseAnswer } from './choose-answer.ts';
import { type Fact, isData, isOwnName, readFactQuestion, readFacts, sameFact } from './facts.ts';
import { type Intent, readIntent } from './intent.ts';
import { detectLanguage } from './language.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { joinSentences, readPassage } from './read-passage.ts';
import {
  describeToolResults,
  entryNamed,
  foundNoRows,
  handOffCall,
  looksForEntry,
  tableCall,
  toolResults,
} from './tool-turn.ts';

export type ComposedReply = { text: string } | { toolCall: ToolCall };

const noGrounding: Grounding = { passages: [], userAttributes: {}, canHandOff: false };

/** Only this much of a question is read. */
const longestQuestion = 4000;
const earlierTurnsRead = 40;
const fileSentences = 4;

interface Turn {
  question: string;
  /** Earlier messages, newest first. */
  earlier: { role: 'user' | 'assistant'; text: string }[];
}

type UserMessage = Extract<ModelMessage, { role: 'user' }>;

/** The user's own text. The text of a file is already in the passages, even if the caller does not mark it. */
const wordsOf = (message: UserMessage, files: readonly GroundingPassage[] = []): string =>
  message.parts
    .map((part) => {
      if (part.type !== 'text' || part.fromFile !== undefined) return '';
      return files.some(({ text }) => part.text.includes(text.slice(0, 80))) ? '' : part.text;
    })
    .join('\n')
    .trim();

const readTurn = (messages: readonly ModelMessage[], { passages }: Grounding): Turn => {
  const files = passages.filter(
    ({ source, text, isEarlier }) => source === 'file' && text !== '' && !isEarlier,
  );
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  const asked = messages[lastUser];
  const earlier: Turn['earlier'] = [];
  for (let index = lastUser - 1; index >= 0 && earlier.length < earlierTurnsRead; index -= 1) {
    const message = messages[index];
    if (message?.role === 'user') earlier.push({ role: 'user', text: wordsOf(message) });
    if (message?.role === 'assistant')
      earlier.push({ role: 'assistant', text: withoutAgentNotes(message.text) });
  }
  return { question: asked?.role === 'user' ? wordsOf(asked, files).slice(0, longestQuestion) : '', earlier };
};

/** Facts that the user stated: this conversation first (the newest wins), then memory, then attributes. */
const knownFacts = (turn: Turn, grounding: Grounding): Fact[] => [
  ...turn.earlier.filter(({ role }) => role === 'user').flatMap(({ text }) => readFacts(text).reverse()),
  ...grounding.passages
    .filter(({ source }) => source === 'memory')
    .flatMap(({ text }) => readFacts(text).reverse()),
  ...Object.entries(grounding.userAttributes).map(([name, value]) => ({
    name: name.replace(/[_-]+/g, ' '),
    value,
  })),
];

const answerFact = (asked: string, facts: readonly Fact[], phrases: Phrases): string | undefined => {
  const fact = facts.find(({ name }) => sameFact(name, asked));
  if (fact === undefined) return undefined;
  return isOwnName(asked) ? phrases.yourName(fact.value) : phrases.fact(asked, fact.value);
};

/** Whether a reply only says that nothing is known. */
export const saysNothingKnown = (text: string): boolean =>
  Object.values(phrasesOf).some((phrases) => text.startsWith(phrases.nothingKnown));

/** The model's own phrases are not knowledge and must not be quoted. */
const isOwnPhrase = (text: string): boolean =>
  saysNothingKnown(text) || Object.values(phrasesOf).some((phrases) => text === phrases.greeting);

const conversationPassages = (turn: Turn): GroundingPassage[] =>
  turn.earlier
    .filter(({ text }) => text !== '' && !isOwnPhrase(text) && !/[?？]\s*$/u.test(text))
    .map(({ role, text }) => ({ source: 'memory', title: role, text, score: 0 }));

const cleanTitle = (title: string): string => title.replace(/\s+/g, ' ').trim().slice(0, 120);

const withSources = (text: string, sources: readonly GroundingPassage[], phrases: Phrases): string => {
  const titles = [
    ...new Set(sources.filter(({ source }) => source !== 'memory').map(({ title }) => cleanTitle(title))),
  ];
  const named = titles.filter((title) => title !== '');
  return named.length === 0 ? text : `${text}\n\n${phrases.sources(named)}`;
};

/** A file without an answerable question: its start, to show that it was read. */
const openFile = (passages: readonly GroundingPassage[], phrases: Phrases): string | undefined => {
  const file = passages.find(({ source, isEarlier }) => source === 'file' && !isEarlier);
  const sentences =
    file &&
    readPassage(file.text)
      .sentences.slice(0, fileSentences)
      .map(({ text }) => text);
  if (file === undefined || sentences === undefined || sentences.length === 0) return undefined;
  return withSources(
    `${phrases.fileSays(cleanTitle(file.title))} ${joinSentences(sentences)}`,
    [file],
    phrases,
  );
};

const fromConversation = (turn: Turn, phrases: Phrases): string | undefined => {
  const said = chooseAnswer(turn.question, '', conversationPassages(turn));
  if (said === undefined) return undefined;
  return said.sources[0]?.title === 'assistant' ? phrases.iSaid(said.text) : phrases.youSaid(said.text);
};

const nothing = (grounding: Grounding, phrases: Phrases): string =>
  joinSentences(grounding.canHandOff ? [phrases.nothingKnown, phrases.offerHuman] : [phrases.nothingKnown]);

const answerQuestion = (turn: Turn, grounding: Grounding, phrases: Phrases): string | undefined => {
  const context = turn.earlier.find(({ role }) => role === 'user')?.text ?? '';
  const chosen = chooseAnswer(turn.question, context.slice(0, 500), grounding.passages);
  if (chosen === undefined) return undefined;
  if (chosen.sources.every(({ source }) => source === 'memory')) return phrases.youSaid(chosen.text);
  return withSources(chosen.text, chosen.sources, phrases);
};

const smallTalk = (intent: Intent, phrases: Phrases): string | undefined => {
  if (intent === 'greeting') return phrases.greeting;
  if (intent === 'thanks') return phrases.thanks;
  if (intent === 'agreed') return phrases.agreed;
  if (intent === 'bye') return phrases.bye;
  return intent === 'who' ? phrases.whoAmI : undefined;
};

const composeOther = (
  turn: Turn,
  request: ModelRequest,
  grounding: Grounding,
  phrases: Phrases,
): ComposedReply => {
  if (!/[\p{L}\p{N}]/u.test(turn.question))
    return { text: openFile(grounding.passages, phrases) ?? phrases.emptyQuestion };
  const askedFact = readFactQuestion(turn.question);
  const fact =
    askedFact === undefined ? undefined : answerFact(askedFact, knownFacts(turn, grounding), phrases);
  if (fact !== undefined) return { text: fact };
  const [stated] = askedFact === undefined ? readFacts(turn.question).filter(isData) : [];

  const answer = answerQuestion(turn, grounding, phrases);
  if (answer !== undefined) return { text: answer };
  if (stated !== undefined) {
    return {
      text: stated.name === '' ? phrases.notedName(stated.value) : phrases.noted(stated.name, stated.value),
    };
  }
  const wasLookedUp = toolResults(request.messages).length > 0;
  const lookup = wasLookedUp ? undefined : tableCall(request.tools, turn.question);
  if (lookup !== undefined) return { toolCall: lookup };
  const remembered = fromConversation(turn, phrases) ?? openFile(grounding.passages, phrases);
  // Do not answer with another entry if the named one was not found.
  const missing = wasLookedUp ? entryNamed(turn.question) : undefined;
  if (remembered !== undefined && (missing === undefined || remembered.includes(missing)))
    return { text: remembered };
  if (askedFact !== undefined && askedFact !== '') return { text: phrases.unknownFact(askedFact) };
  if (wasLookedUp && looksForEntry(turn.question)) return { text: phrases.noRows };
  return { text: nothing(grounding, phrases) };
};

/**
 * Chooses the reply. Passages, rows and files are only quoted: instructions in them
 * are never followed.
 */
export const composeReply = (request: ModelRequest): ComposedReply => {
  const grounding = request.grounding ?? noGrounding;
  const turn = readTurn(request.messages, grounding);
  const { intent, language } = readIntent(turn.question);
  const phrases = phrasesOf[language ?? detectLanguage(turn.question)];

  const results = toolResults(request.messages);
  if (results.length > 0 && !foundNoRows(results)) return { text: describeToolResults(results, phrases) };
  const said = smallTalk(intent, phrases);
  if (said !== undefined) return { text: said };
  if (intent === 'human') {
    const call = handOffCall(request.tools);
    if (call !== undefined) return { toolCall: call };
    return { text: grounding.canHandOff ? phrases.humanAsked : phrases.noHuman };
  }
  return composeOther(turn, request, grounding, phrases);
};
