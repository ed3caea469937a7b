import type { TokenUsage } from '../../models/index.ts';
import { audioTokens } from '../../speech/index.ts';
import { noTokens } from '../../usage/index.ts';

export const heardUsage = (seconds: number): TokenUsage => {
  const tokens = audioTokens(seconds, 'heard');
  return { ...noTokens(), promptTokens: tokens, promptAudioTokens: tokens };
};

export const spokenUsage = (seconds: number): TokenUsage => {
  const tokens = audioTokens(seconds, 'spoken');
  return { ...noTokens(), completionTokens: tokens, completionAudioTokens: tokens };
};
