export { createFeedback, type FeedbackRoom, feedbacks, qualities } from './feedback.ts';
export { feedbackReasons, maxCommentLength } from './feedback-reasons.ts';
