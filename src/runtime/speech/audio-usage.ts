import type { TokenUsage } from '../../models/index.ts';
import { audioTokens } from '../../speech/index.ts';
import { noTokens } from '../../usage/index.ts';

export const transcriptionUsage = (seconds: number): TokenUsage => {
  const tokens = audioTokens(seconds, 'heard');
  return { ...noTokens(), promptTokens: tokens, promptAudioTokens: tokens };
};

export const synthesisUsage = (seconds: number): TokenUsage => {
  const tokens = audioTokens(seconds, 'spoken');
  return { ...noTokens(), completionTokens: tokens, completionAudioTokens: tokens };
};
