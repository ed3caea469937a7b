export { createFeedback, type FeedbackRoom, feedbacks, qualities } from './feedback.ts';
