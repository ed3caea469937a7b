import type { DatabaseKind } from '../src/db/index.ts';

/** A benchmark as `npm run bench` runs it. */
export interface Program {
  group: string;
  file: string;
  args: string[];
  /** On PostgreSQL it gets its own empty database. */
  databases: readonly DatabaseKind[];
}

const both: readonly DatabaseKind[] = ['sqlite', 'postgres'];

const program = (
  group: string,
  file: string,
  args: string[] = [],
  databases: readonly DatabaseKind[] = both,
): Program => ({ group, file, args, databases });

/** `large` is the size of the published limits; without it everything takes about twenty minutes. */
export const programs = (large: boolean): Program[] => [
  program('start', 'start/main.ts', [], ['sqlite']),
  program('rounds', 'rounds/main.ts'),
  program('rounds', 'rounds/main.ts', ['--upstream'], ['sqlite']),
  program('rounds', 'rounds/main.ts', ['--new']),
  program('rounds', 'rounds/main.ts', ['--new', '--processes=2'], ['postgres']),
  program('rounds', 'rounds/main.ts', ['--new', '--processes=4'], ['postgres']),
  program('openai', 'openai/main.ts'),
  program('streams', 'streams/main.ts'),
  program('streams', 'streams/main.ts', ['--held=1000']),
  program('streams', 'streams/main.ts', ['--held=5000'], ['sqlite']),
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
  program('listings', 'listings/main.ts', large ? ['--large'] : ['--conversations=100000']),
  program('search', 'search/main.ts', large ? ['--rounds=5000000'] : []),
  program('typed search', 'typed-search/main.ts', ['10000']),
  program('typed search', 'typed-search/main.ts', ['100000']),
  program('analytics', 'analytics/main.ts', large ? ['--rounds=5000000'] : []),
  program('analytics', 'analytics/main.ts', ['--full']),
];
