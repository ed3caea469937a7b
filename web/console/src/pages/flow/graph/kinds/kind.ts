import type { NodeOf, NodeType } from '../flow-types.ts';
import type { Names } from '../names.ts';
import type { Field } from './field.ts';

export type KindGroup = 'answer' | 'decide' | 'know' | 'tables' | 'tools' | 'values' | 'flow';

type Common = 'id' | 'name' | 'type' | 'retries' | 'timeoutMs';

/** Everything the editor knows about a kind of component. */
export interface Kind<Type extends NodeType> {
  label: string;
  /** Its place in the palette, its colour, and its icon unless canvas/kind-icon.tsx has one of its own. */
  group: KindGroup;
  /** One line for somebody who has never used it. */
  explains: string;
  /** The settings in a line, on the canvas. */
  summary(node: NodeOf<Type>): string;
  /** The settings of a new component: unset is what the service takes for unset. */
  initial(names: Names): Omit<NodeOf<Type>, Common>;
  /** The form. A test compares it with the schema of the service. */
  fields: Field[];
  /** The parts of the variable it saves; absent: the variable is one value. */
  gives?: string[];
}

export type Kinds<Type extends NodeType> = { [Each in Type]: Kind<Each> };

export const notSetUp = 'Not set up yet';

export const unsetModel = { model: null, temperature: null, maxOutputTokens: null };
