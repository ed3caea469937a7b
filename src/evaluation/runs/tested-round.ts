import type { RoundDetail, TraceStep } from '../../rounds/index.ts';
import type { ObservedTurn } from '../check/observed.ts';
import type { TestedRound } from './test-run.ts';

/** A passage in the stored trace is enough to recognise it. */
const keptPassage = 500;
const keptAnswer = 20_000;
/** Of the details of all steps of a round, as JSON. Later details are left out. */
const keptDetails = 60_000;

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** Steps with their details, up to a total length. */
const cutSteps = (steps: readonly TraceStep[]): TraceStep[] => {
  let left = keptDetails;
  return steps.map(({ detail, ...step }) => {
    const { request: _request, ...kept } = detail ?? {};
    const length = JSON.stringify(kept).length;
    if (length > left) return step;
    left -= length;
    return { ...step, detail: kept };
  });
};

/** What is kept of a round after its test chat is erased. */
export const testedRound = (
  { round, steps, citations }: RoundDetail,
  isHandedOver: boolean,
): TestedRound => ({
  question: round.question,
  answer: cut(round.answer, keptAnswer),
  status: round.status,
  error: round.errorCause ?? round.errorMessage,
  isHandedOver,
  costNano: round.costNano,
  durationMs: round.endedAtMs === null ? 0 : Math.max(0, round.endedAtMs - round.createdAtMs),
  citations: citations.map(({ documentId, documentName, content, score }) => ({
    documentId,
    documentName,
    content: cut(content, keptPassage),
    score,
  })),
  steps: cutSteps(steps),
});

interface FoundChunk {
  dataId?: string;
  documentName?: string;
}

const searchesOf = (steps: readonly TraceStep[]): ObservedTurn['searches'] =>
  steps.flatMap(({ detail }) => {
    const chunks = detail?.chunks;
    if (!Array.isArray(chunks)) return [];
    return [
      (chunks as FoundChunk[]).map(({ dataId = '', documentName = '' }) => ({
        documentId: dataId,
        documentName,
      })),
    ];
  });

/** What expectations look at. */
export const observedTurn = (
  { round, steps, citations }: RoundDetail,
  isHandedOver: boolean,
): ObservedTurn => ({
  question: round.question,
  answer: round.answer,
  citations: citations.map(({ documentId, documentName }) => ({ documentId, documentName })),
  searches: searchesOf(steps),
  toolCalls: steps.flatMap(({ kind, name, detail }) =>
    kind === 'tool' ? [{ name, argumentsText: String(detail?.arguments ?? '') }] : [],
  ),
  isHandedOver,
});
