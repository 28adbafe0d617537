import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../shared/parts.ts'
import { askProofBy } from '../shared/proof.ts'

const ProofDialog = lazyPart(async () => (await import('../sessions/proof-dialog.tsx')).ProofDialog)

/** Asks again who is there when a call is refused for it (DO-5). */
export function AskProof() {
  const [end, setEnd] = useState<((isProved: boolean) => void) | null>(null)
  useEffect(
    () =>
      askProofBy(
        () =>
          new Promise((resolve) => {
            setEnd(() => (isProved: boolean) => {
              setEnd(null)
              resolve(isProved)
            })
          }),
      ),
    [],
  )
  if (!end) return null
  return (
    <Suspense>
      <ProofDialog onEnd={end} />
    </Suspense>
  )
}
