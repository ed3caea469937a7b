import { type CountTokens, estimateUsage, type Produced } from './estimate-tokens.ts';
import type { ModelRequest, TokenUsage } from './port.ts';

/** Usage as the provider reported it. Any part may be missing or wrong. */
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

/** A part cannot be larger than its total. A part that is not a number is unknown. */
const partOf = (value: unknown, whole: number): number => (isCount(value) ? Math.min(value, whole) : 0);

/** Providers round and count their own markup. A larger difference is an error. */
const isNear = (total: number, sum: number): boolean => Math.abs(total - sum) <= Math.max(16, sum * 0.1);

/** Some servers count reasoning only in the total, not in the completion. */
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
 * The provider's figures if they are plausible, otherwise our own count. Implausible: missing, negative, no integer,
 * an empty prompt, an empty completion although text was received, or a total far from its parts (then
 * neither part is used).
 */
export const settleUsage = async (
  reported: ReportedUsage | undefined,
  request: Pick<ModelRequest, 'messages' | 'tools'>,
  produced: Produced,
  countTokens: CountTokens,
): Promise<TokenUsage> => {
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
  const counted = believed ? undefined : await estimateUsage(request, produced, countTokens);
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
