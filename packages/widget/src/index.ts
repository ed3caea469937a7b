export { loadWidget, type WidgetOptions } from './load-widget.ts';
export type {
  HandoffState,
  SessionVariables,
  Widget,
  WidgetError,
  WidgetErrorCode,
  WidgetEvent,
  WidgetEvents,
  WidgetListener,
  WidgetUser,
} from './widget-types.ts';
