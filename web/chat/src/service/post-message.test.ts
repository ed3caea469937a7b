import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { answerMs, silenceMs } from './limit-silence.ts';
import { postMessage } from './post-message.ts';

type Handler = (event?: unknown) => void;

/** A fake XMLHttpRequest that the test controls. */
class FakeRequest {
  static readonly HEADERS_RECEIVED = 2;
  static last: FakeRequest;
  readonly upload: { onprogress?: Handler } = {};
  onreadystatechange?: Handler;
  onprogress?: Handler;
  onabort?: Handler;
  onloadend?: Handler;
  readyState = 0;
  status = 0;
  responseText = '';
  isAborted = false;
  constructor() {
    FakeRequest.last = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  getResponseHeader(name: string): string | null {
    return name === 'content-type' ? 'text/event-stream; charset=utf-8' : null;
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }
  begin(): void {
    Object.assign(this, { readyState: 2, status: 200 });
    this.onreadystatechange?.();
  }
  receive(text: string): void {
    this.responseText += text;
    this.onprogress?.();
  }
}

const browser = globalThis as { XMLHttpRequest?: unknown };

beforeEach(() => {
  browser.XMLHttpRequest = FakeRequest;
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => {
  delete browser.XMLHttpRequest;
  mock.timers.reset();
});

let connection: boolean[] = [];

const post = () => {
  connection = [];
  return postMessage({
    url: '/messages',
    headers: {},
    body: '{}',
    onUpload: () => {},
    onConnection: (isThere) => connection.push(isThere),
    signal: new AbortController().signal,
  });
};

test('a message without a response is given up, so that it can be sent again', async () => {
  const posted = post();
  FakeRequest.last.upload.onprogress?.({ loaded: 1, total: 2 });
  mock.timers.tick(silenceMs - 1);
  FakeRequest.last.upload.onprogress?.({ loaded: 2, total: 2 });
  mock.timers.tick(silenceMs - 1);
  assert.deepEqual(connection, [], 'an upload that makes progress has a connection');
  mock.timers.tick(1);
  assert.deepEqual(connection, [false], 'the silence is reported before the request is given up');
  mock.timers.tick(answerMs - silenceMs - 1);
  assert.equal(FakeRequest.last.isAborted, false);
  mock.timers.tick(1);
  assert.equal(FakeRequest.last.isAborted, true);
  await assert.rejects(posted, /silent/);
});

test('a response fails after a long silence, and not while data arrives', async () => {
  const posted = post();
  FakeRequest.last.begin();
  const { pieces } = await posted;
  const reader = pieces[Symbol.asyncIterator]();
  for (const text of ['One, ', ': keep-alive\n\n']) {
    mock.timers.tick(silenceMs - 1);
    FakeRequest.last.receive(text);
    assert.equal((await reader.next()).value, text);
  }
  assert.deepEqual(connection, [true, true, true]);
  mock.timers.tick(silenceMs);
  assert.deepEqual(connection, [true, true, true, false]);
  await assert.rejects(reader.next(), /silent/);
  assert.equal(FakeRequest.last.isAborted, true);
});
