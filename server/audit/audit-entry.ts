export interface AuditEntry {
  /** noun.verb, naming the act: `resident.discharge`, not `resident.update` (rule 7) */
  readonly act: `${string}.${string}`
  readonly clinic_id?: string | null
  readonly resident_id?: string | null
  readonly device_id?: string | null
  /** what a reader of the log needs beyond that; no names, no secrets */
  readonly detail?: Record<string, unknown>
}
