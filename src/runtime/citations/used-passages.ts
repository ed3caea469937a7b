import type { Log } from '../../lib/log.ts';
import { textOf } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { RetrievedChunk } from '../ports.ts';

/** A chunk that the reply used, and the parts of the reply that used it. */
export interface UsedPassage extends RetrievedChunk {
  spans: { start: number; end: number }[];
}

interface Use {
  /** Index in the passages of the run. */
  passage: number;
  start: number;
  end: number;
}

/** Marks whose sentence is in the reply. A flow may have changed or dropped it. */
const usesByMarks = (marks: AgentRun['marks'], answer: string): Use[] => {
  let from = 0;
  return marks.flatMap(({ number, sentence }) => {
    const later = answer.indexOf(sentence, from);
    const start = later >= 0 ? later : answer.indexOf(sentence);
    if (start < 0) return [];
    from = start;
    return [{ passage: number - 1, start, end: start + sentence.length }];
  });
};

/**
 * The passages that the reply used, in the order of their first use: those that the model named, otherwise those
 * that share most words with a sentence. Passages that the model got and did not use are only in the trace.
 */
export const usedPassages = async (
  run: Omit<AgentRun, 'emit'>,
  answer: string,
  log: Log,
): Promise<UsedPassage[]> => {
  const { passages, marks, round, ports } = run;
  if (passages.length === 0 || answer === '') return [];
  try {
    const uses =
      marks.length > 0
        ? usesByMarks(marks, answer)
        : await ports.knowledge.attribute({
            question: textOf(round.question),
            answer,
            passages: passages.map(({ content }) => content),
          });
    const spansByPassage = Map.groupBy(
      uses.toSorted((a, b) => a.start - b.start),
      ({ passage }) => passage,
    );
    return [...spansByPassage]
      .filter(([passage]) => !passages[passage]!.isCorrection)
      .map(([passage, spans]) => ({
        ...passages[passage]!,
        spans: spans.map(({ start, end }) => ({ start, end })),
      }));
  } catch (err) {
    log.warn({ err, messageId: round.id }, 'the citations of a reply could not be found');
    return [];
  }
};
