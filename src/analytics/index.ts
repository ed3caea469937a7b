export { type Analytics, createAnalytics } from './analytics.ts';
export type { CounterName } from './figures.ts';
export { percentileOf } from './histogram.ts';
export { localDayOf } from './local-days.ts';
export type { PeriodFigures } from './report.ts';
export type { ReportFilter } from './report-store.ts';
export { exportedTopics, type Topic, type TopicDetail } from './unanswered/topics.ts';
