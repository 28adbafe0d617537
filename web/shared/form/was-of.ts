/** The changed fields as the person saw them, so that no one else's change is overwritten unseen (FA-1). */
export const wasOf = <R extends object>(seen: R, changes: object): Partial<R> =>
  Object.fromEntries(Object.entries(seen).filter(([name]) => name in changes)) as Partial<R>
