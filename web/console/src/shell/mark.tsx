/** A desk bell. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <rect width="24" height="24" rx="6" fill="var(--mantine-primary-color-filled)" />
    <path d="M6 15.2a6 6 0 0 1 12 0z" fill="#fff" />
    <rect x="4.8" y="16.4" width="14.4" height="1.9" rx=".95" fill="#fff" />
    <rect x="11.2" y="6" width="1.6" height="2.6" rx=".8" fill="#fff" />
    <rect x="9.9" y="5.2" width="4.2" height="1.5" rx=".75" fill="#fff" />
  </svg>
);
