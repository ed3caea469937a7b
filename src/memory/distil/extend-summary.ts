import { countTokens } from '../../lib/tokens.ts';
import { extractFacts } from './extract-facts.ts';
import { plainSentences } from './plain-sentences.ts';

const factMark = '* ';
const roundMark = '- ';
const longestPart = 140;

const shorten = (text: string): string => {
  if (text.length <= longestPart) return text;
  const cut = text.slice(0, longestPart).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/\s+\S{0,30}$/u, '')}…`;
};

const firstSentence = (text: string): string => shorten(plainSentences(text)[0] ?? '');

const linesOf = (round: { question: string; answer: string }): string[] => {
  const facts = extractFacts(round.question).map(({ text }) => `${factMark}${shorten(text)}`);
  const said = [firstSentence(round.question), firstSentence(round.answer)].filter((part) => part !== '');
  return said.length === 0 ? facts : [...facts, `${roundMark}${said.join(' → ')}`];
};

/** The line to remove first: the oldest exchange, then the oldest fact. */
const leastNeeded = (lines: readonly string[]): number => {
  const exchange = lines.findIndex((line) => !line.startsWith(factMark));
  return exchange === -1 ? 0 : exchange;
};

/**
 * A summary made of sentences of the dialogue, for agents without a suitable model: facts that the user
 * stated, and the first sentence of each question and answer. The oldest lines are removed above the limit.
 */
export const extendSummary = (
  previous: string,
  rounds: readonly { question: string; answer: string }[],
  maxTokens: number,
): string => {
  const lines = [...new Set([...previous.split('\n').filter(Boolean), ...rounds.flatMap(linesOf)])];
  const sizes = lines.map((line) => countTokens(`${line}\n`));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  while (total > maxTokens && lines.length > 0) {
    const at = leastNeeded(lines);
    total -= sizes[at] ?? 0;
    lines.splice(at, 1);
    sizes.splice(at, 1);
  }
  return lines.join('\n');
};

/**
 * A summary without the lines that came from one memory. Generated lines have marks. A summary written by a
 * model is removed as a whole, because the source of its words is not known.
 */
export const forgetInSummary = (summary: string, forgotten: string): string => {
  const lines = summary.split('\n').filter(Boolean);
  if (!lines.every((line) => line.startsWith(factMark) || line.startsWith(roundMark))) return '';
  const flat = forgotten.replace(/\s+/g, ' ');
  const comesFrom = (line: string): boolean =>
    line
      .slice(factMark.length)
      .split(' → ')
      .some((part) => flat.includes(part.replace(/…$/u, '').trim()));
  return lines.filter((line) => !comesFrom(line)).join('\n');
};
