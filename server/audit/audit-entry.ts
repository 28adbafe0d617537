import type { Act } from '@eupnea/contract/audit.ts'

export interface AuditEntry {
  readonly act: Act
  readonly clinic_id?: string | null
  readonly resident_id?: string | null
  readonly device_id?: string | null
  /** for a change: old and new values by field; removed when the person is erased */
  readonly changes?: Changes
  /** anything else a reader of the log needs; no names, no secrets */
  readonly detail?: Record<string, unknown>
}

export type Changes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>

/** Those of the named fields whose values differ. Dates and lists are compared by value. */
export function changesOf(before: object, after: object, fields: readonly string[] = Object.keys(after)): Changes {
  const [old, now] = [before, after] as Record<string, unknown>[]
  const differs = (name: string) => JSON.stringify(old![name] ?? null) !== JSON.stringify(now![name] ?? null)
  const kept = fields.filter((name) => now![name] !== undefined && differs(name))
  return Object.fromEntries(kept.map((name) => [name, { before: old![name] ?? null, after: now![name] ?? null }]))
}
