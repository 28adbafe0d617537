/** Sensitive acts ask again who is there (DO-5): a dialog of another part asks, and the call is sent again. */

let asker: (() => Promise<boolean>) | null = null
/** Calls that meet the refusal together ask once. */
let asking: Promise<boolean> | null = null

/** @param ask resolves once the person has proved who they are: true, or has given up: false @returns undoes it */
export function askProofBy(ask: () => Promise<boolean>): () => void {
  asker = ask
  return () => {
    asker = null
  }
}

/** Whether a refused call is to be sent again, after the person has proved who they are. */
export async function isProvedNow(code: string | undefined): Promise<boolean> {
  if (code !== 'proof_due' || !asker) return false
  asking ??= asker().finally(() => {
    asking = null
  })
  return asking
}
