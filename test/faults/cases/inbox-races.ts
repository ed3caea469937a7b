import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, FaultService } from '../../support/faults/fault-service.ts';
import { finish, withInstallation } from '../../support/faults/finish.ts';
import { openRaceStage, type RaceRound, type RaceStage } from '../../support/faults/inbox-race-stage.ts';
import { createJournal } from '../../support/faults/journal.ts';
import { createRandom } from '../../support/faults/random.ts';
import { closedHours, inboxWithHours } from '../../support/handoff/opening-hours.ts';
import { eventually } from '../../support/time/eventually.ts';
import { both, type FaultCase } from './fault-case.ts';

/** FAULT_SEED repeats the delays, RACE_ROUNDS sets the number of rounds of each pair. */
const seed = Number(process.env.FAULT_SEED ?? 19);
const rounds = Number(process.env.RACE_ROUNDS ?? 6);
/** Rounds of a pair that run at the same time. */
const sideBySide = 3;
const spreadMs = 15;
const deadlineMs = 3000;
/** Actions near a deadline come at most this long before or after it. */
const nearMs = 300;

interface Race {
  stage: RaceStage;
  round: RaceRound;
  /** The process that started the session, and another one if there are two. */
  one: FaultService;
  two: FaultService;
  name: string;
  /** Calls both after random delays. */
  together: (left: () => Promise<Answer>, right: () => Promise<Answer>) => Promise<[Answer, Answer]>;
  random: () => number;
  /** How often which of the two came first, to show that both happen. */
  note: (outcome: string) => void;
}

const isRefused = ({ note }: Race, { status, json, text }: Answer, expected: RegExp): boolean => {
  note(status < 300 ? 'accepted' : 'refused');
  if (status < 300) return false;
  assert.equal(status, 409, text);
  assert.match(String(json.message), expected);
  return true;
};

const take = ({ stage, round }: Race, service: FaultService, by: 0 | 1) =>
  stage.operators[by].call(service, 'POST', `${round.session}/take`);
const end = ({ stage, round }: Race, service: FaultService, by: 0 | 1, note: string) =>
  stage.operators[by].call(service, 'POST', `${round.session}/close`, { note });
const handBack = ({ stage, round }: Race, service: FaultService, by: 0 | 1, note: string) =>
  stage.operators[by].call(service, 'POST', `${round.session}/hand-back`, { note });

const takeAndTake = async (race: Race): Promise<void> => {
  const [ada, bob] = race.stage.operators;
  const answers = await race.together(
    () => take(race, race.one, 0),
    () => take(race, race.two, 1),
  );
  const refused = answers.map((answer) => isRefused(race, answer, /colleague has already taken/));
  assert.equal(refused.filter(Boolean).length, 1, `${race.name}: exactly one operator takes it`);
  assert.equal((await race.round.read()).assignee.id, refused[0] ? bob.id : ada.id);
};

const takeAndAssign = async (race: Race): Promise<void> => {
  const [, bob] = race.stage.operators;
  const [taken, assigned] = await race.together(
    () => take(race, race.one, 0),
    () => bob.call(race.two, 'PUT', `${race.round.session}/assignee`, { operatorId: bob.id }),
  );
  assert.equal(assigned.status, 200, assigned.text);
  isRefused(race, taken, /colleague has already taken/);
  assert.equal((await race.round.read()).assignee.id, bob.id, `${race.name}: the assignment is valid`);
};

const replyAndEnd =
  (close: typeof end) =>
  async (race: Race): Promise<void> => {
    const [ada] = race.stage.operators;
    const [replied, closed] = await race.together(
      () => race.round.reply(race.one, ada, `${race.name}: late reply`),
      () => close(race, race.two, 1, 'done'),
    );
    assert.equal(closed.status, 200, closed.text);
    isRefused(race, replied, /closed|ended/);
    assert.equal((await race.round.read()).status, 'closed');
    assert.equal(await race.round.countEvents('handoff.closed'), 1);
  };

const closeAndClose = async (race: Race): Promise<void> => {
  const answers = await race.together(
    () => end(race, race.one, 0, 'closed by ada'),
    () => end(race, race.two, 1, 'closed by bob'),
  );
  const kept = await race.round.read();
  race.note(kept.closeNote);
  const [ada, bob] = race.stage.operators;
  assert.equal(kept.closedBy.id, kept.closeNote === 'closed by ada' ? ada.id : bob.id);
  for (const { status, json, text } of answers) {
    assert.equal(status, 200, text);
    assert.equal(json.closeNote, kept.closeNote, 'the answer shows whose end is kept');
  }
  assert.equal(await race.round.countEvents('handoff.closed'), 1);
  assert.equal(await race.round.countAudits('handoff.close'), 1);
};

const sayAndEnd =
  (close: typeof end) =>
  async (race: Race): Promise<void> => {
    const [said, closed] = await race.together(
      () => race.round.say(race.one, `${race.name}: last words`),
      () => close(race, race.two, 1, 'done'),
    );
    assert.equal(closed.status, 200, closed.text);
    assert.ok([200, 202].includes(said.status), said.text);
    race.note(said.status === 200 ? 'for the agent' : 'for the person');
    assert.equal((await race.round.read()).status, 'closed');
  };

const untilAfterDeadline = (round: RaceRound, moreMs: number): Promise<void> =>
  delay(Math.max(0, round.startedAtMs + deadlineMs + moreMs - performance.now()));

/** When the deadline of the session passes, more or less. */
const nearDeadline = ({ round, random }: Race): Promise<void> =>
  untilAfterDeadline(round, (random() * 2 - 1) * nearMs);

const timeoutAndTake = async (race: Race): Promise<void> => {
  await nearDeadline(race);
  race.note((await race.round.read()).status);
  const taken = await take(race, race.two, 0);
  assert.equal(taken.status, 200, taken.text);
  // Nobody replies to the user, who is asked for a message in any case.
  await eventually(`${race.name}: the user is asked for a message`, async () => {
    const { status, missed } = await race.round.read();
    return status === 'awaiting_message' && missed === 'no_reply';
  });
  assert.equal((await race.round.read()).assignee.id, race.stage.operators[0].id);
};

const timeoutAndReply = async (race: Race): Promise<void> => {
  await nearDeadline(race);
  race.note((await race.round.read()).status);
  const replied = await race.round.reply(race.two, race.stage.operators[0], `${race.name}: reply`);
  assert.equal(replied.status, 201, replied.text);
  await untilAfterDeadline(race.round, 2 * nearMs);
  const { status, missed } = await race.round.read();
  assert.deepEqual([status, missed], ['open', null], `${race.name}: the reply keeps it open`);
};

const leaveMessageAndTake = async (race: Race): Promise<void> => {
  const [left, taken] = await race.together(
    () => race.round.leaveMessage(race.one, `${race.name}: left message`),
    () => take(race, race.two, 0),
  );
  assert.equal(taken.status, 200, taken.text);
  const isTooLate = isRefused(race, left, /No message can be left any more/);
  const { status, assignee } = await race.round.read();
  assert.deepEqual([status, assignee.id], [isTooLate ? 'open' : 'left_message', race.stage.operators[0].id]);
};

const patient = {
  'take and take': takeAndTake,
  'take and assign': takeAndAssign,
  'reply and close': replyAndEnd(end),
  'reply and hand back': replyAndEnd(handBack),
  'close and close': closeAndClose,
  'user message and close': sayAndEnd(end),
  'user message and hand back': sayAndEnd(handBack),
};
const impatient = { 'timeout and take': timeoutAndTake, 'timeout and reply': timeoutAndReply };
const closed = { 'left message and take': leaveMessageAndTake };

type Pair = (race: Race) => Promise<void>;

const runRound = async (
  stage: RaceStage,
  name: string,
  pair: Pair,
  { random, isSilent, note }: { random: () => number; isSilent: boolean; note: Race['note'] },
): Promise<void> => {
  const round = await stage.openRound(name.replaceAll(' ', '-'));
  const [one, two] = [stage.services[0]!, stage.services.at(-1)!];
  const together: Race['together'] = (left, right) =>
    Promise.all([delay(random() * spreadMs).then(left), delay(random() * spreadMs).then(right)]);
  try {
    if (isSilent) {
      const said = await round.say(two, `${name}: first words`);
      assert.equal(said.status, 202, `${name}: the agent is silent: ${said.text}`);
    }
    const race: Race = { stage, round, one, two, name, random, together, note };
    await pair(race);
    if ((await round.read()).status !== 'closed') {
      const ended = await end(race, two, 0, 'done');
      assert.equal(ended.status, 200, ended.text);
    }
    const answered = await round.say(one, `${name}: for the agent`);
    assert.equal(answered.status, 200, `${name}: the agent answers again: ${answered.text}`);
    await round.check();
  } finally {
    round.leave();
  }
};

const runPairs = async (
  stage: RaceStage,
  pairs: Record<string, Pair>,
  { isSilent, count }: { isSilent: boolean; count: number },
): Promise<void> => {
  for (const [name, pair] of Object.entries(pairs)) {
    const outcomes: Record<string, number> = {};
    const note = (outcome: string): void => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    };
    const waiting = Array.from({ length: rounds }, (_, number) => number);
    const runRemaining = async (): Promise<void> => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
        await runRound(stage, `${name} ${number}`, pair, {
          random: createRandom(seed + number),
          isSilent,
          note,
        });
    };
    await Promise.all(Array.from({ length: count }, runRemaining));
    console.log(`  ${name}: ${JSON.stringify(outcomes)}`);
  }
};

const inboxRaces: FaultCase = {
  name: 'inbox races: each pair of simultaneous actions has one outcome, and nothing is lost or duplicated',
  databases: both,
  run: async ({ kind, installations, mocks }) => {
    console.log(`inbox races: FAULT_SEED=${seed} RACE_ROUNDS=${rounds}`);
    const installation = await installations.make(kind);
    return withInstallation(installation, async (start) => {
      const stage = await openRaceStage(installation, start);
      try {
        await runPairs(stage, patient, { isSilent: true, count: sideBySide });
        await stage.configure({ firstReplySeconds: deadlineMs / 1000 });
        await runPairs(stage, impatient, { isSilent: true, count: rounds });
        await stage.configure({ inbox: inboxWithHours(closedHours) });
        await runPairs(stage, closed, { isSilent: false, count: sideBySide });
      } finally {
        await stage.close();
      }
      await finish({ installation, mocks, journal: createJournal(), services: stage.services });
    });
  },
};

export const inboxRaceCases = [inboxRaces];
