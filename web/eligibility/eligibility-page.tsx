export function EligibilityPage() {
  return null
}
