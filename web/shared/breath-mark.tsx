/** The product's logo: one quiet breath. */
export function BreathMark() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2 13c3 0 3.2-7 6.5-7S12 16 15 16s3-3 5-3" />
    </svg>
  )
}
