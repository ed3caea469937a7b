import { serviceNano, toCredits, totalNano, type Usage } from '../../usage/index.ts';

export const presentTokens = ({ tokens }: Usage) => ({
  total_tokens: tokens.promptTokens + tokens.completionTokens,
  prompt_tokens: tokens.promptTokens,
  prompt_tokens_details: {
    audio_tokens: tokens.promptAudioTokens,
    text_tokens: tokens.promptTokens - tokens.promptAudioTokens,
  },
  completion_tokens: tokens.completionTokens,
  completion_tokens_details: {
    reasoning_tokens: tokens.reasoningTokens,
    audio_tokens: tokens.completionAudioTokens,
    text_tokens: tokens.completionTokens - tokens.reasoningTokens - tokens.completionAudioTokens,
  },
});

/** Rerankers, tools and tables, if they cost anything: the parts add up to the total. */
const presentServices = (nano: number) => (nano === 0 ? {} : { service_credits: toCredits(nano) });

export const presentUsage = (usage: Usage) => ({
  tokens: presentTokens(usage),
  credits: {
    total_credits: toCredits(totalNano(usage)),
    text_input_credits: toCredits(usage.credits.textInputNano),
    text_output_credits: toCredits(usage.credits.textOutputNano),
    audio_input_credits: toCredits(usage.credits.audioInputNano),
    audio_output_credits: toCredits(usage.credits.audioOutputNano),
    ...presentServices(serviceNano(usage)),
  },
});
