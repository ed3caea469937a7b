import { isOwnName, readFactQuestion, readFacts } from '../../models/embedded/facts.ts';
import { fold } from '../../models/embedded/language.ts';
import { factTopics } from './fact-topics.ts';
import { plainSentences } from './plain-sentences.ts';

export interface Fact {
  /** The user's own sentence, unchanged. */
  text: string;
  /** Topics: `name`, `home`, `my-order-number`. */
  topics: string[];
}

const longestFact = 300;
const mostFacts = 20;

const isQuestion = (sentence: string): boolean => /(?:[?？؟]|吗|呢)[\s。]*$/u.test(sentence);

const ownTopic = (name: string): string =>
  isOwnName(name) ? 'name' : `my-${fold(name).trim().replace(/\s+/g, '-')}`;

const topicsOf = (sentence: string): string[] => [
  ...readFacts(sentence).map(({ name }) => ownTopic(name)),
  ...factTopics.filter(({ statement }) => statement.test(sentence)).map(({ topic }) => topic),
];

/** Sentences with lasting facts that users state about themselves. */
export const extractFacts = (message: string): Fact[] => {
  const facts: Fact[] = [];
  for (const text of plainSentences(message)) {
    if (text.length > longestFact || isQuestion(text)) continue;
    const topics = topicsOf(text);
    if (topics.length > 0) facts.push({ text, topics });
    if (facts.length === mostFacts) break;
  }
  return facts;
};

/** Topics that a question asks about the user. */
export const topicsAskedFor = (question: string): string[] => {
  const asked = readFactQuestion(question);
  const topics = factTopics.filter((topic) => topic.question.test(question)).map(({ topic }) => topic);
  return asked === undefined ? topics : [ownTopic(asked), ...topics];
};

const singleTopics = new Set(factTopics.filter(({ single }) => single).map(({ topic }) => topic));

/** Whether a newer fact of this topic replaces an older one. */
export const isSingleTopic = (topic: string): boolean =>
  topic === 'name' || topic.startsWith('my-') || singleTopics.has(topic);
