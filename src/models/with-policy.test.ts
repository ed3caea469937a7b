import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Model,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type OnModelEvent,
  type TokenUsage,
} from './port.ts';
import { collect, requestOf } from './start-replay-server.ts';
import type { Timers } from './timers.ts';
import { withPolicy } from './with-policy.ts';

const timeouts = { connectMs: 5000, firstTokenMs: 30_000, betweenTokensMs: 20_000 };
const usage: TokenUsage = {
  promptTokens: 1,
  promptAudioTokens: 0,
  completionTokens: 1,
  reasoningTokens: 0,
  completionAudioTokens: 0,
  estimated: false,
};
const text = (delta: string): ModelEvent => ({ type: 'text-delta', text: delta });
const finish: ModelEvent = { type: 'finish', reason: 'stop', usage };

/** A scripted attempt: sends events, fails, or is silent until it is aborted. */
type Step = ModelEvent | ModelError | Error | 'silence' | 'progress' | 'received';

const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const scripted = (
  name: string,
  ...attempts: Step[][]
): Model & { requests: ModelRequest[]; closed: number } => {
  const model = {
    name,
    takes: { image: false, audio: false, document: false },
    requests: [] as ModelRequest[],
    closed: 0,
    answer: async (request: ModelRequest, onEvent: OnModelEvent): Promise<void> => {
      const steps = attempts[Math.min(model.requests.length, attempts.length - 1)] ?? [];
      model.requests.push(request);
      try {
        for (const step of steps) {
          if (step === 'silence') await silence(request.signal);
          else if (step === 'progress') request.onProgress?.();
          else if (step === 'received') request.onReceived?.();
          else if (step instanceof Error) throw step;
          else onEvent(step);
        }
      } finally {
        model.closed += 1;
      }
    },
  };
  return model;
};

/** Timers that fire when the test calls `fireAll`. Short delays pass at once and are recorded. */
const createFakeTimers = () => {
  const waits: number[] = [];
  let running: { afterMs: number; fire: () => void }[] = [];
  const timers: Timers = {
    start: (afterMs, fire) => {
      const timer = { afterMs, fire };
      if (afterMs < 20_000) {
        waits.push(afterMs);
        queueMicrotask(fire);
      } else running.push(timer);
      return {
        restart: () => {
          if (!running.includes(timer)) running.push(timer);
        },
        stop: () => {
          running = running.filter((other) => other !== timer);
        },
      };
    },
  };
  const fireAll = (): number[] => {
    const fired = running;
    running = [];
    for (const timer of fired) timer.fire();
    return fired.map(({ afterMs }) => afterMs);
  };
  return { timers, waits, fireAll, runningCount: () => running.length };
};

const settle = async (): Promise<void> => {
  for (let tick = 0; tick < 5; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};

const unreachable = new ModelError('unreachable', 'no connection');

describe('retries', () => {
  for (const failure of ['unreachable', 'rate-limited', 'server-error', 'cut'] as const) {
    it(`retries after ${failure} before the first token`, async () => {
      const { timers, waits } = createFakeTimers();
      const model = scripted('a', [new ModelError(failure, 'x')], [text('yes'), finish]);
      const { text: reply, error } = await collect(withPolicy(model, { timeouts, timers }), requestOf());
      assert.deepEqual([reply, error, model.requests.length, waits.length], ['yes', undefined, 2, 1]);
    });
  }

  it('gives up after two retries, waiting longer each time', async () => {
    const { timers, waits } = createFakeTimers();
    const model = scripted('a', [unreachable]);
    const { error } = await collect(withPolicy(model, { timeouts, timers }), requestOf());
    assert.equal(error, unreachable);
    assert.equal(model.requests.length, 3);
    assert.ok((waits[1] ?? 0) > (waits[0] ?? 0));
  });

  for (const failure of ['rejected', 'garbage'] as const) {
    it(`does not retry after ${failure}`, async () => {
      const { timers } = createFakeTimers();
      const model = scripted('a', [new ModelError(failure, 'x')], [text('yes'), finish]);
      const { error } = await collect(withPolicy(model, { timeouts, timers }), requestOf());
      assert.ok(error instanceof ModelError && error.failure === failure);
      assert.equal(model.requests.length, 1);
    });
  }

  it('does not retry after the first token', async () => {
    const { timers } = createFakeTimers();
    const model = scripted('a', [text('half'), unreachable], [text('again'), finish]);
    const fallback = scripted('b', [text('other'), finish]);
    const { text: reply, error } = await collect(
      withPolicy(model, { timeouts, timers, fallback: { model: fallback, timeouts } }),
      requestOf(),
    );
    assert.deepEqual(
      [reply, error, model.requests.length, fallback.requests.length],
      ['half', unreachable, 1, 0],
    );
  });

  it('counts the start of a tool call as the first token', async () => {
    const { timers } = createFakeTimers();
    const model = scripted('a', ['progress', unreachable], [text('again'), finish]);
    const { error } = await collect(withPolicy(model, { timeouts, timers }), requestOf());
    assert.deepEqual([error, model.requests.length], [unreachable, 1]);
  });

  it('waits as long as the server requests, up to a limit', async () => {
    const { timers, waits } = createFakeTimers();
    const throttled = scripted(
      'a',
      [new ModelError('rate-limited', 'x', { retryAfterMs: 3000 })],
      [text('yes'), finish],
    );
    await collect(withPolicy(throttled, { timeouts, timers }), requestOf());
    assert.deepEqual(waits, [3000]);
    const busy = scripted('a', [new ModelError('rate-limited', 'x', { retryAfterMs: 60_000 })]);
    const { error } = await collect(withPolicy(busy, { timeouts, timers }), requestOf());
    assert.ok(error instanceof ModelError && error.retryAfterMs === 60_000);
    assert.equal(busy.requests.length, 1);
  });

  it('rethrows other errors unchanged', async () => {
    const { timers } = createFakeTimers();
    const bug = new TypeError('undefined is not a function');
    const model = scripted('a', [bug]);
    const { error } = await collect(withPolicy(model, { timeouts, timers }), requestOf());
    assert.deepEqual([error, model.requests.length], [bug, 1]);
  });
});

describe('fallback', () => {
  it('replies if the model fails, and is named', async () => {
    const { timers } = createFakeTimers();
    const fallback = scripted('b', [text('other'), finish]);
    const model = withPolicy(scripted('a', [new ModelError('rejected', 'x')]), {
      timeouts,
      timers,
      fallback: { model: fallback, timeouts },
    });
    const { text: reply, finish: end } = await collect(model, requestOf());
    assert.deepEqual([reply, end?.answeredBy], ['other', 'b']);
  });

  it('is not named if it was not used', async () => {
    const { timers } = createFakeTimers();
    const fallback = scripted('b', [text('other'), finish]);
    const model = withPolicy(scripted('a', [text('yes'), finish]), {
      timeouts,
      timers,
      fallback: { model: fallback, timeouts },
    });
    const { finish: end } = await collect(model, requestOf());
    assert.equal(end?.answeredBy, undefined);
  });

  it('fails with the failure of the fallback when both fail', async () => {
    const { timers } = createFakeTimers();
    const second = new ModelError('rejected', 'second');
    const model = withPolicy(scripted('a', [unreachable]), {
      timeouts,
      timers,
      fallback: { model: scripted('b', [second]), timeouts },
    });
    assert.equal((await collect(model, requestOf())).error, second);
  });

  it('gets a note instead of a file that it cannot read', async () => {
    const { timers } = createFakeTimers();
    const fallback = scripted('b', [text('other'), finish]);
    const image = {
      type: 'image',
      mediaType: 'image/png',
      name: 'cat.png',
      bytes: Uint8Array.of(1),
    } as const;
    const model = withPolicy(scripted('a', [new ModelError('rejected', 'x')]), {
      timeouts,
      timers,
      fallback: { model: fallback, timeouts },
    });
    await collect(model, requestOf({ messages: [{ role: 'user', parts: [image] }] }));
    const [message] = fallback.requests[0]?.messages ?? [];
    assert.ok(message?.role === 'user' && message.parts[0]?.type === 'text');
    assert.match(message.parts[0].text, /cat\.png/);
  });
});

describe('timeouts', () => {
  /** Fires the first-token timeout until the call has ended. Returns how often the model was called. */
  const callSilent = async (steps: Step[], retriesSilence: boolean | undefined): Promise<number> => {
    const fake = createFakeTimers();
    const model = scripted('a', steps);
    let ended = false;
    const collected = collect(
      withPolicy(model, { timeouts, timers: fake.timers, retriesSilence }),
      requestOf(),
    ).finally(() => {
      ended = true;
    });
    for (let count = 0; count < 5 && !ended; count += 1) {
      await settle();
      if (!ended) assert.deepEqual(fake.fireAll(), [timeouts.firstTokenMs]);
      await settle();
    }
    const { error } = await collected;
    assert.ok(error instanceof ModelError && error.failure === 'timeout');
    return model.requests.length;
  };

  it('a model that is silent before its first token is called once, or twice if the agent allows it', async () => {
    assert.equal(await callSilent(['silence'], undefined), 1);
    assert.equal(await callSilent(['silence'], true), 2);
  });

  it('a model that has sent anything is not called again', async () => {
    assert.equal(await callSilent(['received', 'silence'], true), 1);
  });

  it('a model that is silent between tokens times out', async () => {
    const fake = createFakeTimers();
    const model = scripted('a', [text('half'), 'silence']);
    const collected = collect(withPolicy(model, { timeouts, timers: fake.timers }), requestOf());
    await settle();
    assert.deepEqual(fake.fireAll(), [timeouts.betweenTokensMs]);
    const { error, text: reply } = await collected;
    assert.ok(error instanceof ModelError && error.failure === 'timeout');
    assert.equal(reply, 'half');
  });

  it('leaves no timer behind', async () => {
    const fake = createFakeTimers();
    await collect(
      withPolicy(scripted('a', [text('x'), finish]), { timeouts, timers: fake.timers }),
      requestOf(),
    );
    await collect(withPolicy(scripted('a', [unreachable]), { timeouts, timers: fake.timers }), requestOf());
    assert.equal(fake.runningCount(), 0);
  });
});

describe('aborts', () => {
  it('end a silent call with the reason of the caller, without a retry', async () => {
    const { timers } = createFakeTimers();
    const controller = new AbortController();
    const model = scripted('a', ['silence']);
    const collected = collect(
      withPolicy(model, { timeouts, timers }),
      requestOf({ signal: controller.signal }),
    );
    await settle();
    const reason = new Error('stop');
    controller.abort(reason);
    assert.deepEqual([(await collected).error, model.requests.length, model.closed], [reason, 1, 1]);
  });

  it('end the wait before a retry', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const timers: Timers = {
      start: (afterMs) => {
        if (afterMs < 20_000) setImmediate(() => controller.abort(reason));
        return { restart: () => {}, stop: () => {} };
      },
    };
    const model = scripted('a', [unreachable]);
    const { error } = await collect(
      withPolicy(model, { timeouts, timers }),
      requestOf({ signal: controller.signal }),
    );
    assert.deepEqual([error, model.requests.length], [reason, 1]);
  });

  it('before the start prevent the call', async () => {
    const { timers } = createFakeTimers();
    const model = scripted('a', [text('x'), finish]);
    const reason = new Error('stop');
    const { error } = await collect(
      withPolicy(model, { timeouts, timers }),
      requestOf({ signal: AbortSignal.abort(reason) }),
    );
    assert.deepEqual([error, model.requests.length], [reason, 0]);
  });

  it('an error of the consumer ends the call', async () => {
    const fake = createFakeTimers();
    const model = scripted('a', [text('x'), 'silence']);
    const reason = new TypeError('enough');
    const answered = withPolicy(model, { timeouts, timers: fake.timers }).answer(requestOf(), () => {
      throw reason;
    });
    await assert.rejects(answered, reason);
    assert.deepEqual([model.closed, model.requests.length, fake.runningCount()], [1, 1, 0]);
  });
});
