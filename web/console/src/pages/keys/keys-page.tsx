export { default } from '../unwritten-page.tsx';
