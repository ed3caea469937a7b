import type { LabelKey } from '../../../../messages/translate.ts';
import type { NodeOf, NodeType } from '../flow-types.ts';
import type { Names } from '../names.ts';
import type { Field } from './field.ts';

export type KindGroup = 'replies' | 'branching' | 'knowledge' | 'tables' | 'tools' | 'variables' | 'control';

type Common = 'id' | 'name' | 'type' | 'retries' | 'timeoutMs';

/** Everything the editor knows about a kind of component. */
export interface Kind<Type extends NodeType> {
  label: LabelKey;
  /** Its place in the palette and its colour; also its icon, unless canvas/kind-icon.tsx has one for the kind. */
  group: KindGroup;
  /** What it does, in one line. */
  about: LabelKey;
  /** The settings in one line, for the canvas. */
  summary(node: NodeOf<Type>): string;
  /** The settings of a new component. Settings without a value hold the default of the service. */
  initial(names: Names): Omit<NodeOf<Type>, Common>;
  /** The form. A test compares it with the schema of the service. */
  fields: Field[];
  /** The properties of the variable it saves; absent if the variable is a single value. */
  gives?: string[];
}

export type Kinds<Type extends NodeType> = { [Each in Type]: Kind<Each> };

export const unsetModel = { model: null, temperature: null, maxOutputTokens: null };
