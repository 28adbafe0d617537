/** An outside suite: others' programs judge what the portal says. */
export interface Suite {
  readonly name: string
  /** @returns what passed and what failed; null: it can't run on this machine */
  run(): Promise<Verdict | null>
}

export interface Verdict {
  readonly passed: number
  /** what is wrong, one line each */
  readonly failed: readonly string[]
}

/** Counts what a suite finds. */
export function createTally() {
  const failed: string[] = []
  let passed = 0
  /** @param problems what is wrong with `what`; none: it passed */
  const note = (what: string, problems: readonly string[]): void => {
    if (problems.length === 0) passed++
    else failed.push(`${what}: ${problems.join('; ')}`)
  }
  return {
    note,
    /** @param found shown where it doesn't hold */
    check: (what: string, holds: boolean, found: unknown = null) => note(what, holds ? [] : [JSON.stringify(found)]),
    verdict: (): Verdict => ({ passed, failed }),
  }
}
