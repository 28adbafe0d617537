/** A new alert for the same resident triggers a refetch only if the last one is over a minute old (AL-3), ms. */
const alertGateMs = 60_000

/** @returns a function that tells whether an alert for a resident at an instant (ms) triggers a refetch */
export function createAlertGate(): (patientId: string, at: number) => boolean {
  const last = new Map<string, number>()
  return (patientId, at) => {
    const before = last.get(patientId)
    if (before !== undefined && at - before <= alertGateMs) return false
    last.set(patientId, at)
    return true
  }
}
