import type { Passwords } from './accounts/index.ts';
import type { Config } from './config/index.ts';
import type { Database } from './db/index.ts';
import type { Encryption } from './encryption/index.ts';
import type { Embedders, KnowledgeThreads } from './knowledge/index.ts';
import type { Clock } from './lib/clock.ts';
import type { Sandbox } from './lib/sandbox/index.ts';
import type { Logger } from './logger.ts';
import type { ModelConfig, Models } from './models/index.ts';
import type { Recognition } from './recognition/index.ts';

export interface RoomsOptions {
  config: Config;
  db: Database;
  log: Logger;
  clock: Clock;
  encryption: Encryption;
  /** Replaces the model providers, for tests and benchmarks. */
  models?: Models;
  /** Replaces the embedding models, for tests and benchmarks. */
  embedders?: Embedders;
  /** Replaces the worker processes that read files, for tests that start many services. */
  recognition?: Recognition;
  /** Replaces the worker processes that run tenants' schemas and patterns, for the same tests. */
  sandbox?: Sandbox;
  /** Replaces the threads that chunk documents and read web pages, for the same tests. */
  knowledgeThreads?: KnowledgeThreads;
  /** Replaces the hashing of passwords, which is slow on purpose, for tests. */
  passwords?: Passwords;
}

export const defaultModelOf = ({ model }: Config): ModelConfig =>
  model ? { provider: 'openai', ...model } : { provider: 'embedded' };
