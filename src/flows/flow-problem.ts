/** A problem of a flow, with the component and the setting that it concerns. */
export interface FlowProblem {
  /** The loop whose body contains the component. null: the component is not in a loop. */
  loopId: string | null;
  /** null: the problem concerns the whole flow. */
  nodeId: string | null;
  nodeName: string | null;
  /** The setting, for example `table` or `branches.0.name`. null: the component itself. */
  field: string | null;
  message: string;
  /**
   * The flow names something that does not exist for its agent. The draft can still be run, because the other
   * components work.
   */
  isReference: boolean;
}

export type ProblemPlace = Pick<FlowProblem, 'loopId' | 'nodeId' | 'nodeName'>;

/** A problem without its place. */
export interface FieldProblem {
  field: string | null;
  message: string;
}

export const wholeFlow: ProblemPlace = { loopId: null, nodeId: null, nodeName: null };

export const placeOf = (
  { id, name }: { id: string; name: string },
  loopId: string | null = null,
): ProblemPlace => ({ loopId, nodeId: id, nodeName: name });

export const problemAt = (place: ProblemPlace, field: string | null, message: string): FlowProblem => ({
  ...place,
  field,
  message,
  isReference: false,
});

/** For error messages: `loop "a": node "b" (Look up): table: …`. */
export const describeProblem = ({ loopId, nodeId, nodeName, field, message }: FlowProblem): string =>
  [
    ...(loopId === null ? [] : [`loop "${loopId}"`]),
    ...(nodeId === null ? [] : [`node "${nodeId}"${nodeName === nodeId ? '' : ` (${nodeName ?? ''})`}`]),
    ...(field === null ? [] : [field]),
    message,
  ].join(': ');
