import type { TokenUsage } from '../../models/index.ts';
import { audioTokens } from '../../speech/index.ts';
import { noTokens } from '../../usage/index.ts';

export const transcriptionUsage = (seconds: number): TokenUsage => {
  const tokens = audioTokens(seconds, 'input');
  return { ...noTokens(), promptTokens: tokens, promptAudioTokens: tokens };
};

export const synthesisUsage = (seconds: number): TokenUsage => {
  const tokens = audioTokens(seconds, 'output');
  return { ...noTokens(), completionTokens: tokens, completionAudioTokens: tokens };
};
