/** A benchmark as `npm run bench` runs it. */
export interface Program {
  group: string;
  file: string;
  args: string[];
  /** Whether it also runs on PostgreSQL, in its own empty database. */
  postgres: boolean;
}

const program = (group: string, file: string, args: string[] = [], postgres = true): Program => ({
  group,
  file,
  args,
  postgres,
});

/** `large` is the size of the published limits; without it everything takes about twenty minutes. */
export const programs = (large: boolean): Program[] => [
  program('start', 'start/main.ts', [], false),
  program('rounds', 'rounds/main.ts'),
  program('rounds', 'rounds/main.ts', ['--upstream'], false),
  program('rounds', 'rounds/main.ts', ['--new']),
  program('openai', 'openai/main.ts'),
  program('streams', 'streams/main.ts'),
  program('streams', 'streams/main.ts', ['--held=1000']),
  program('streams', 'streams/main.ts', ['--held=5000'], false),
  program('streams', 'streams/ramp.ts'),
  program('inbox', 'inbox/main.ts'),
  program('downloads', 'downloads/main.ts'),
  program('channels', 'channels/main.ts'),
  program('deliveries', 'deliveries/throughput.ts'),
  program('ingestion', 'ingestion/instant.ts'),
  program('ingestion', 'ingestion/main.ts', ['1000']),
  program('sources', 'sources/main.ts'),
  program('retrieval', 'retrieval/main.ts', ['1000', '10000', '100000', ...(large ? ['1000000'] : [])]),
  program('tables', 'tables/main.ts', [`--records=${large ? 1_000_000 : 100_000}`]),
  program('listings', 'listings/main.ts', large ? ['--large'] : ['--conversations=100000'], false),
  program('search', 'search/main.ts', large ? ['--rounds=5000000'] : []),
  program('typed search', 'typed-search/main.ts'),
  program('analytics', 'analytics/main.ts', large ? ['--rounds=5000000'] : []),
  program('analytics', 'analytics/main.ts', ['--full']),
];
