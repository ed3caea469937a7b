import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises';
import type { Database, Handle } from '../../db/index.ts';
import { readSearchedRounds, type SearchedRound } from '../../rounds/index.ts';
import {
  type Change,
  deleteChanges,
  deletePartOfAgent,
  deletePartOfIndex,
  expandConversation,
  expandUser,
  hasDeletedTerms,
  isBehind,
  mergeTerms,
  readChanges,
  readOlderIds,
  readState,
  takeTurn,
  writeState,
} from './index-store.ts';
import { indexedCharacters, termsOfRound } from './round-terms.ts';
import { type AnalysedRound, storeRounds } from './store-rounds.ts';
import { analysisVersion } from './tokens.ts';

/** Rounds of one transaction, and characters after which no further round is added to it. */
const roundsAtOnce = 100;
const charactersAtOnce = 100_000;
/** After this many characters other work runs: a few milliseconds. */
const charactersBetweenTicks = 20_000;
const deletedAtOnce = 500;
const retryMs = 10;
const pagesAtOnce = 64;
const conversationsOfUser = 1000;
/** Greater than every id. */
const afterAllIds = 'g';

interface Turn {
  /** For reading before the transaction that writes. */
  read: Handle;
  write<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result>;
}

const lengthOf = ({ question, transcript, answer, human }: SearchedRound): number =>
  question.length + transcript.length + answer.length + human.length;

/** As many of the rounds as fit into one transaction, at least one. */
const analyse = async (rounds: readonly SearchedRound[]): Promise<AnalysedRound[]> => {
  const analysed: AnalysedRound[] = [];
  let total = 0;
  let sinceTick = 0;
  for (const round of rounds) {
    if (total > charactersAtOnce) break;
    analysed.push({ round, terms: termsOfRound(round) });
    total += lengthOf(round);
    sinceTick += lengthOf(round);
    if (sinceTick > charactersBetweenTicks) {
      sinceTick = 0;
      await nextTick();
    }
  }
  return analysed;
};

/** Steps of the index. Each does a bounded part of the work and returns whether more of it can be done at once. */
export const createIndexer = ({ db }: { db: Database }) => {
  /**
   * One process indexes at a time. On SQLite there is one, and the analysis must not be part of its transaction, for
   * which all other writers wait.
   */
  const inTurn = (work: (turn: Turn) => Promise<boolean>): Promise<boolean> =>
    db.kind === 'sqlite'
      ? work({ read: db.query, write: (inner) => db.transaction(inner) })
      : db.transaction(async (tx) =>
          (await takeTurn(tx)) ? work({ read: tx, write: (inner) => inner(tx) }) : false,
        );

  /** Changes of a conversation, a user or an agent. */
  const expand = async (tx: Handle, { kind, id, agent_id, sequence }: Change): Promise<void> => {
    let isDone = true;
    if (kind === 'conversation') await expandConversation(tx, id);
    else if (kind === 'user')
      await expandUser(tx, { agentId: agent_id ?? '', userId: id, limit: conversationsOfUser });
    else if (kind === 'agent') isDone = !(await deletePartOfAgent(tx, id, deletedAtOnce));
    if (isDone) await deleteChanges(tx, [sequence]);
  };

  /** Indexes what has changed, in order. */
  const indexChanges = (): Promise<boolean> =>
    inTurn(async ({ read, write }) => {
      const changes = await readChanges(read, roundsAtOnce);
      const first = changes[0];
      if (!first) return false;
      if (first.kind !== 'round') {
        await write((tx) => expand(tx, first));
        return true;
      }
      const other = changes.findIndex(({ kind }) => kind !== 'round');
      const ofRounds = other === -1 ? changes : changes.slice(0, other);
      const ids = [...new Set(ofRounds.map(({ id }) => id))];
      const order = new Map(ids.map((id, index) => [id, index]));
      const rounds = (await readSearchedRounds(read, ids, indexedCharacters)).toSorted(
        (a, b) => order.get(a.id)! - order.get(b.id)!,
      );
      const analysed = await analyse(rounds);
      const later = new Set(rounds.slice(analysed.length).map(({ id }) => id));
      await write(async (tx) => {
        const skipped = await storeRounds(tx, analysed, 1);
        await deleteChanges(
          tx,
          ofRounds.filter(({ id }) => !later.has(id) && !skipped.has(id)).map(({ sequence }) => sequence),
        );
      });
      return changes.length === roundsAtOnce || other !== -1 || later.size > 0;
    });

  /** Indexes rounds from before the index existed, newest first. Starts over after the analysis has changed. */
  const backfill = (): Promise<boolean> =>
    inTurn(async ({ read, write }) => {
      const state = await readState(read);
      if (state && state.analysis_version !== analysisVersion)
        return write(async (tx) => {
          if (!(await deletePartOfIndex(tx, deletedAtOnce)))
            await writeState(tx, { analysis_version: analysisVersion, backfill_before: afterAllIds });
          return true;
        });
      const before = state ? state.backfill_before : afterAllIds;
      if (before === null) return false;
      const ids = await readOlderIds(read, before, roundsAtOnce);
      const rounds = (await readSearchedRounds(read, ids, indexedCharacters)).toSorted((a, b) =>
        a.id < b.id ? 1 : -1,
      );
      const analysed = await analyse(rounds);
      const isPart = analysed.length < rounds.length;
      const next = isPart ? analysed.at(-1)!.round.id : (ids.at(-1) ?? null);
      await write(async (tx) => {
        await storeRounds(tx, analysed, -1);
        await writeState(tx, {
          analysis_version: analysisVersion,
          backfill_before: !isPart && ids.length < roundsAtOnce ? null : next,
        });
      });
      return true;
    });

  /** Removes a part of what is left of deleted rounds. PostgreSQL does it itself. */
  const dropDeleted = async (): Promise<boolean> => {
    if (db.kind === 'postgres' || !(await hasDeletedTerms(db.query))) return false;
    await db.transaction((tx) => mergeTerms(tx, pagesAtOnce));
    return true;
  };

  return {
    indexChanges,
    backfill,
    dropDeleted,
    /** Waits until everything that is stored now is indexed, for tests and benchmarks. */
    catchUp: async (): Promise<void> => {
      for (;;) {
        if ((await indexChanges()) || (await backfill())) continue;
        if (!(await isBehind(db.query))) return;
        // Another process has the turn.
        await delay(retryMs);
      }
    },
  };
};
