import type { Agent } from '../agents/index.ts';
import type { FileBudget } from './file-budget.ts';

/**
 * A part of an agent file that another module owns, such as test sets. To add one, implement this and add it to the list
 * in agent-files.ts.
 */
export interface AgentFileSection {
  /** Its name in `sections` of the file. */
  name: string;
  /**
   * Undefined if the agent has nothing of it. Must contain no secrets and no data of users. Takes what it reads from the
   * budget before it reads more.
   */
  export(agent: Agent, budget: FileBudget): Promise<unknown>;
  /**
   * Checks the value of a file and returns what `import` needs, with the number of items. An error is an AppError that
   * names the field, such as sections.testSets[0].name.
   */
  read(value: unknown, field: string): { items: number; content: unknown };
  /** Adds the content to a new agent. Returns warnings. */
  import(agent: Agent, content: unknown, creatorEmail: string): Promise<string[]>;
}
