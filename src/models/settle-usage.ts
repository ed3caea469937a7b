import { type CountTokens, estimateUsage, type Produced } from './estimate-tokens.ts';
import type { ModelRequest, TokenUsage } from './port.ts';

/** What a provider said; anything may be missing or nonsense. */
export interface ReportedUsage {
  promptTokens?: unknown;
  promptAudioTokens?: unknown;
  promptCachedTokens?: unknown;
  completionTokens?: unknown;
  completionAudioTokens?: unknown;
  reasoningTokens?: unknown;
  totalTokens?: unknown;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A part can not be larger than its whole, and a part that is no number is unknown. */
const partOf = (value: unknown, whole: number): number => (isCount(value) ? Math.min(value, whole) : 0);

/** Providers round and count their own markup; more than this apart is no rounding. */
const isNear = (total: number, sum: number): boolean => Math.abs(total - sum) <= Math.max(16, sum * 0.1);

/** Some servers leave reasoning out of the completion and show it only in the total. */
const completionOf = ({
  promptTokens,
  completionTokens,
  reasoningTokens,
  totalTokens,
}: ReportedUsage): unknown =>
  isCount(promptTokens) &&
  isCount(completionTokens) &&
  isCount(reasoningTokens) &&
  reasoningTokens > 0 &&
  totalTokens === promptTokens + completionTokens + reasoningTokens
    ? completionTokens + reasoningTokens
    : completionTokens;

/**
 * The provider's figures where they can be true, ours where they cannot: missing, negative, not whole, a
 * prompt of nothing, a completion of nothing although something came, or a total far from its parts (then
 * neither part is believed).
 */
export const settleUsage = (
  reported: ReportedUsage | undefined,
  request: Pick<ModelRequest, 'messages' | 'tools'>,
  produced: Produced,
  countTokens: CountTokens,
): TokenUsage => {
  if (reported === undefined) return estimateUsage(request, produced, countTokens);
  const { promptTokens, totalTokens } = reported;
  const completionTokens = completionOf(reported);
  const producedNothing =
    produced.text === '' && produced.reasoning === '' && produced.toolCalls.length === 0;
  const promptHolds = isCount(promptTokens) && promptTokens > 0;
  const completionHolds = isCount(completionTokens) && (completionTokens > 0 || producedNothing);
  const totalHolds =
    totalTokens === undefined ||
    totalTokens === null ||
    (promptHolds &&
      completionHolds &&
      isCount(totalTokens) &&
      isNear(totalTokens, promptTokens + completionTokens));

  const believed = promptHolds && completionHolds && totalHolds;
  const counted = believed ? undefined : estimateUsage(request, produced, countTokens);
  const prompt =
    promptHolds && (totalHolds || !completionHolds) ? promptTokens : (counted?.promptTokens ?? 0);
  const completion =
    completionHolds && (totalHolds || !promptHolds) ? completionTokens : (counted?.completionTokens ?? 0);
  return {
    promptTokens: prompt,
    promptAudioTokens: partOf(reported.promptAudioTokens, prompt),
    promptCachedTokens: partOf(reported.promptCachedTokens, prompt),
    completionTokens: completion,
    reasoningTokens: partOf(reported.reasoningTokens, completion),
    completionAudioTokens: partOf(reported.completionAudioTokens, completion),
    estimated: !believed,
  };
};
