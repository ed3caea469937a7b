import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './fault-service.ts';
import { type Client, UnexpectedAnswer } from './journal.ts';

/**
 * What a case does with the service. Each workload is a list of steps. A later process continues where the last one
 * died, like a client that repeats unanswered calls.
 */
export type Workload = (client: Client) => Promise<void>;

const waitMs = 90_000;

export const until = async (what: string, happened: () => Promise<boolean>): Promise<void> => {
  const giveUpAt = performance.now() + waitMs;
  while (!(await happened())) {
    if (performance.now() > giveUpAt) throw new UnexpectedAnswer(`It never happened that ${what}`);
    await delay(50);
  }
};

/** A call without an idempotency key that has the same effect if it is repeated. */
export const once = async (
  { journal, service }: Client,
  name: string,
  [method, path, body, headers]: [string, string, object?, Record<string, string>?],
  also: readonly number[] = [],
): Promise<Answer> => {
  const before = journal.answered.get(name);
  if (before) return before;
  const answer = await service.call(method, path, body, headers);
  journal.replies.push(answer.text);
  if (answer.status > 299 && !also.includes(answer.status))
    throw new UnexpectedAnswer(`${name}: ${answer.status} ${answer.text}`);
  journal.answered.set(name, answer);
  return answer;
};

interface ListedAgent {
  id: string;
  name: string;
  version: number;
}

/** The workspace and its agents, the oldest first, in the management API. */
export const readAgents = async (client: Client): Promise<{ workspace: string; agents: ListedAgent[] }> => {
  const base = '/console/api/workspaces';
  const [found] = (await client.read('GET', base)).json.items as { id: string }[];
  const workspace = `${base}/${found!.id}`;
  const agents = (await client.read('GET', `${workspace}/agents`)).json.items as ListedAgent[];
  return { workspace, agents };
};
