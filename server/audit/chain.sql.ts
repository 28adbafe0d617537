import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Tables of this file: audit_chains and audit_links, which only db/definitions/audit.sql writes to, and audit_digests. */

export interface LinkRow {
  readonly chain: number
  readonly no: number
  readonly entry_id: number
  readonly erased: string | null
  readonly content: Buffer
  readonly hash: Buffer
  /** what the hash covers besides the content and the link before */
  readonly place: string
  /** what the content is the hash of; null when the entry is gone, or its salt */
  readonly text: string | null
  readonly is_there: boolean
  /** an erasure has replaced it by a later link */
  readonly is_replaced: boolean
  readonly at: Temporal.Instant | null
  readonly act: string | null
}

/**
 * Links after this one with their entries, in order of chain and number. The texts are built here again, without the
 * database's own functions, which whoever can forge an entry could have replaced too.
 */
export async function selectLinks(
  { db }: Ctx,
  after: { readonly chain: number; readonly no: number },
  limit: number,
): Promise<readonly LinkRow[]> {
  const found = await sql<LinkRow>`
    select l.chain, l.no, l.entry_id, l.erased, l.content, l.hash,
      jsonb_build_array(l.chain, l.no, l.entry_id, l.erased)::text as place,
      case when e.id is not null and l.salt is not null then
        jsonb_build_array(e.id, (extract(epoch from e.at) * 1000000)::bigint, e.actor_type, e.actor_id, e.actor_name,
          e.act, e.clinic_id, e.resident_id, e.device_id, e.detail, e.address, e.request_id, l.salt)::text
      end as text,
      e.id is not null as is_there, e.at, e.act,
      l.salt is null and exists (
        select from audit_links n where n.entry_id = l.entry_id and n.salt is not null and n.erased is not null
      ) as is_replaced
    from audit_links l left join audit_entries e on e.id = l.entry_id
    where (l.chain, l.no) > (${after.chain}, ${after.no})
    order by l.chain, l.no limit ${limit}`.execute(db)
  return found.rows
}

export interface Head {
  readonly chain: number
  readonly no: number
  /** hexadecimal */
  readonly hash: string
}

/** Where each chain ends. */
export async function selectHeads({ db }: Ctx): Promise<readonly Head[]> {
  const found = await sql<Head>`
    select id as chain, no, encode(hash, 'hex') as hash from audit_chains where no > 0 order by id`.execute(db)
  return found.rows
}

/** The hash of one link, hexadecimal; undefined when there is no such link. */
export async function selectHash({ db }: Ctx, { chain, no }: Pick<Head, 'chain' | 'no'>): Promise<string | undefined> {
  const found = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_links where chain = ${chain} and no = ${no}`.execute(db)
  return found.rows[0]?.hash
}

export interface Unlinked {
  readonly id: number
  readonly at: Temporal.Instant
  readonly act: string
}

/** Entries in no chain, oldest first. */
export async function selectUnlinked({ db }: Ctx, limit: number): Promise<readonly Unlinked[]> {
  const found = await sql<Unlinked>`
    select e.id, e.at, e.act from audit_entries e
    where not exists (select from audit_links l where l.entry_id = e.id) order by e.id limit ${limit}`.execute(db)
  return found.rows
}

/** Whose erasures changed entries, without an entry that says who erased them. */
export async function selectUnexplained({ db }: Ctx): Promise<readonly { erased: string; entry_id: number }[]> {
  const found = await sql<{ erased: string; entry_id: number }>`
    select l.erased, min(l.entry_id) as entry_id from audit_links l
    where l.erased is not null and not exists (
      select from audit_entries e
      where e.act = 'privacy.erase-resident' and l.erased = 'resident ' || e.resident_id
        or e.act = 'privacy.erase-user' and l.erased = 'user ' || (e.detail ->> 'user_id')
    )
    group by l.erased`.execute(db)
  return found.rows
}

export interface Digest {
  /** YYYY-MM-DD, in UTC */
  readonly day: string
  readonly hash: string
}

/**
 * Writes a digest for each day that has ended and has none; a new log begins with yesterday. One of a later day, which
 * only a forger writes, keeps none from being made.
 */
export async function insertDigests({ db }: Ctx, now: Temporal.Instant, hashOf: (text: string) => string) {
  const yesterday = now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 1 })
  const last = await db
    .selectFrom('audit_digests')
    .select('day')
    .where('day', '<=', yesterday.toString())
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  let day = last ? Temporal.PlainDate.from(String(last.day)).add({ days: 1 }) : yesterday
  for (; Temporal.PlainDate.compare(day, yesterday) <= 0; day = day.add({ days: 1 })) {
    const at = day.toString()
    const { rows } = await sql<{ entries: number; heads: string; text: string }>`
      select d.entries, d.heads::text as heads, jsonb_build_array(${at}::text, d.entries, d.heads)::text as text
      from (
        select
          (select count(*) from audit_entries
            where at >= ${at}::date::timestamp at time zone 'UTC'
              and at < (${at}::date + 1)::timestamp at time zone 'UTC') as entries,
          coalesce((select jsonb_agg(jsonb_build_object('chain', id, 'no', no, 'hash', encode(hash, 'hex')) order by id)
            from audit_chains where no > 0), '[]') as heads
      ) d`.execute(db)
    const { entries, heads, text } = rows[0]!
    // Another node may have been first.
    await sql`insert into audit_digests (day, entries, heads, hash)
      values (${at}::date, ${entries}, ${heads}::jsonb, ${hashOf(text)}) on conflict do nothing`.execute(db)
  }
}

/** Those that have not left the machine, oldest first. */
export async function selectUnsentDigests({ db }: Ctx): Promise<readonly Digest[]> {
  const found = await sql<Digest>`
    select day::text, hash from audit_digests where sent_at is null order by day`.execute(db)
  return found.rows
}

/** @returns those that nobody else has marked in the meantime */
export async function markDigestsSent({ db }: Ctx, days: readonly string[]): Promise<readonly string[]> {
  const found = await sql<{ day: string }>`
    update audit_digests set sent_at = now() where day = any (${days}::date[]) and sent_at is null
    returning day::text`.execute(db)
  return found.rows.map(({ day }) => day)
}

export interface KeptDigest extends Digest {
  /** what the hash is of */
  readonly text: string
  readonly heads: readonly Head[]
  readonly is_sent: boolean
}

export async function selectDigests({ db }: Ctx): Promise<readonly KeptDigest[]> {
  const found = await sql<KeptDigest>`
    select day::text, hash, jsonb_build_array(day::text, entries, heads)::text as text, heads,
      sent_at is not null as is_sent
    from audit_digests order by day`.execute(db)
  return found.rows
}
