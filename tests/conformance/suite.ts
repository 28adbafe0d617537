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
