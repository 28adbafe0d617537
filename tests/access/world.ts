import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../server/platform/database.ts'
import { keepsPlan } from '../../server/platform/database-driver.ts'
import { createSealer } from '../../server/platform/seal.ts'
import { hashToken, newDisplayToken, newServiceToken, newToken } from '../../server/sessions/index.ts'
import { secretKey } from '../kit/spawn-portal.ts'

/**
 * Clinics with one record of each kind, and people, inserted as rows, because thousands of them must take only seconds.
 */

export interface Clinic {
  /** appears in every id and text of the clinic, and nowhere else */
  readonly marker: string
  readonly clinic_id: string
  readonly clinic_no: number
  readonly slug: string
  /** has the device */
  readonly patient_id: string
  readonly device_id: string
  readonly device_no: number
  /** has no device */
  readonly spare_patient_id: string
  /** has no resident */
  readonly spare_device_id: string
  /** works there */
  readonly user_id: string
  readonly email: string
  /** failed, so it can be sent again */
  readonly message_id: string
  /** has only this clinic */
  readonly medical_group_id: string
  /** the link between the resident and the device */
  readonly record_id: string
  /** for today's report of this clinic, with its secret */
  readonly link_id: string
  readonly report_secret: string
  /** an import waiting for confirmation, and its EHR key */
  readonly run_id: string
  readonly adt_id: string
  readonly key_id: string
  /** about the resident; was changed once */
  readonly note_id: string
  /** sees the resident's nights; linked to none of the callers */
  readonly member_id: string
  /** for a copy of the resident's data */
  readonly request_id: string
  /** about the resident's open episode; seen by the clinic's user */
  readonly notification_id: string
  /** subscribed */
  readonly sms_alert_id: string
  readonly duty_id: string
  readonly delivery_id: string
  /** where nothing answers; nothing was posted to it */
  readonly webhook_id: string
  readonly nurse_call_id: string
  /** from a message about the notification */
  readonly delivery_token: string
  /** enrolled, of the whole facility */
  readonly display_id: string
  /** an existing daily report whose file is not in the store */
  readonly report_id: string
}

/**
 * The value of every reading in every clinic, breaths per minute: its presence shows that an answer contains readings.
 */
export const reading = 61.5

/** Seals what the clinics keep, as the portal of the tests opens it. */
export const sealer = createSealer(secretKey)
const sealed = (webhookId: string): Buffer =>
  sealer.seal(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, `webhook ${webhookId}`)

const idsOf = (marker: string) => ({
  marker,
  clinic_id: `c-${marker}`,
  slug: `s-${marker}`,
  patient_id: `r-${marker}`,
  device_id: `d-${marker}`,
  spare_patient_id: `rr-${marker}`,
  spare_device_id: `dd-${marker}`,
  user_id: `u-${marker}`,
  email: `${marker}@test.example`,
  message_id: `m-${marker}`,
  medical_group_id: `g-${marker}`,
  link_id: `rl-${marker}`,
  report_secret: `secret-${marker}`,
  run_id: `er-${marker}`,
  adt_id: `ad-${marker}`,
  key_id: `ek-${marker}`,
  note_id: `n-${marker}`,
  member_id: `mb-${marker}`,
  request_id: `pr-${marker}`,
  notification_id: `n-${marker}`,
  sms_alert_id: `sa-${marker}`,
  duty_id: `du-${marker}`,
  delivery_id: `de-${marker}`,
  webhook_id: `wh-${marker}`,
  nurse_call_id: `nc-${marker}`,
  delivery_token: `token-${marker}`,
  display_id: `di-${marker}`,
  report_id: `rp-${marker}`,
})

const newMarker = () => `zq${randomBytes(8).toString('hex')}`

/** A clinic that does not exist. */
export const ghostClinic = (): Clinic => ({
  ...idsOf(newMarker()),
  clinic_no: -1,
  device_no: -1,
  record_id: '999999999',
})

/** @param owner sees everything; today's partitions must exist */
export async function insertClinic(owner: Database): Promise<Clinic> {
  const ids = idsOf(newMarker())
  const { marker, clinic_id, patient_id, device_id, spare_patient_id, spare_device_id, user_id } = ids
  const { rows } = await sql<{ clinic_no: number; device_no: number; record_id: string }>`
    with c as (
      insert into clinics (id, slug, name, tz, floors, alert_recipients, clinic_detail, is_demo)
      values (${clinic_id}, ${ids.slug}, ${`House ${marker}`}, 'UTC', array[${`Floor ${marker}`}],
        array[${ids.email}], ${marker}, true) returning id, no
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name, room, floor, mr_no)
      select t.id, c.id, ${`First ${marker}`}, ${`Last ${marker}`}, ${`Room ${marker}`}, ${`Floor ${marker}`}, ${marker}
      from c, (values (${patient_id}), (${spare_patient_id})) t (id) returning id
    ), d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash, topic_prefix, fw_version)
      select t.id, t.id || '-uid', 'Device ' || ${marker}::text, 'UTC', c.id, '', t.id || '-prefix', ${marker}
      from c, (values (${device_id}), (${spare_device_id})) t (id) returning id, no
    ), d1 as (select c.id as clinic_id, c.no as clinic_no, d.no from c, d where d.id = ${device_id}
    ), u as (
      insert into users (id, email, name, first_name, last_name, user_type, groups)
      values (${user_id}, ${ids.email}, ${`User ${marker}`}, ${marker}, ${marker}, 'clinic-web', '{clinic}')
    ), uc as (insert into user_clinics (user_id, clinic_id) values (${user_id}, ${clinic_id})
    ), mb as (
      insert into users (id, email, name, first_name, last_name, user_type, groups)
      values (${ids.member_id}, ${`member-${ids.email}`}, ${`Member ${marker}`}, ${marker}, ${marker}, 'member', '{member}')
      returning id
    ), ml as (insert into member_links (user_id, resident_id) select id, ${patient_id} from mb
    ), mp as (insert into member_providers (member_id, provider_id, kind) select id, ${user_id}, 'admin' from mb
    ), mi2 as (
      insert into member_invitations (provider_id, member_id, email, first_name, last_name, expires_at)
      select ${user_id}, id, ${ids.email}, ${marker}, ${marker}, now() + interval '7 days' from mb
    ), pi as (
      insert into provider_invitations (member_id, email, expires_at)
      select id, ${ids.email}, now() + interval '7 days' from mb
    ), pr as (
      insert into privacy_requests (id, kind, subject_type, subject_id, received_on)
      values (${ids.request_id}, 'export', 'resident', ${patient_id}, current_date)
    ), s as (
      insert into sessions (user_id, token, expires_at) values (${user_id}, ${marker}, now() + interval '1 hour')
    ), ae as (insert into auth_events (user_id, event_type, response) values (${user_id}, 'SignIn', 'Pass')
    ), a as (
      insert into device_assignments (clinic_id, device_id, resident_id, since)
      values (${clinic_id}, ${device_id}, ${patient_id}, now() - interval '3 hours') returning id
    ), f as (
      insert into resident_flag_logs (clinic_id, resident_id, status, note, created_by)
      values (${clinic_id}, ${patient_id}, 2, ${marker}, ${marker})
    ), mm as (insert into malformed_messages values (${device_id}, 'not_json', 1, now(), ${marker})
    ), wk as (insert into wrong_keys values (${device_id}, date_trunc('hour', now()), 1, now(), ${marker})
    ), e as (
      insert into episodes (id, clinic_id, resident_id, device_id, direction, severity, rr)
      values (${`e-${marker}`}, ${clinic_id}, ${patient_id}, ${device_id}, 'high', 'danger', ${reading})
    ), sp as (
      insert into signal_spans (clinic_id, device_id, resident_id, state, since)
      values (${clinic_id}, ${device_id}, ${patient_id}, 'silent', now() - interval '1 hour')
    ), wc as (
      insert into watch_checkpoints (device_no, resident_id, at, judged_until, watch)
      select no, ${patient_id}, now(), now(), '{}' from d1
    ), et as (
      insert into episodes (id, clinic_id, resident_id, device_id, kind, severity)
      values (${`et-${marker}`}, ${clinic_id}, ${patient_id}, ${device_id}, 'trend', 'warning')
    ), tn as (insert into trend_nights (clinic_id, night, residents) values (${clinic_id}, current_date, 1)
    ), tr as (
      insert into trends (clinic_id, resident_id, episode_id, night, rate, usual, deviation, nights, is_flagged,
        dismissed_at, dismissed_by, dismissed_name, reason)
      values (${clinic_id}, ${patient_id}, ${`et-${marker}`}, current_date, ${reading}, 16, 1, 14, false,
        now(), ${user_id}, ${marker}, ${marker})
    ), n as (
      insert into notifications (id, clinic_id, episode_id, title, description, action, severity, patient_id, extra_detail)
      values (${ids.notification_id}, ${clinic_id}, ${`e-${marker}`}, ${marker}, ${marker}, 'rr', 'danger', ${patient_id},
        jsonb_build_object('device_id', ${device_id}::text))
    ), nw as (
      insert into notification_views (notification_id, user_id, name) values (${ids.notification_id}, ${user_id}, ${marker})
    ), mo as (insert into monitoring_outages (clinic_id, cause, since) values (${clinic_id}, 'readings', now())
    ), b as (insert into baselines values (${patient_id}, ${reading}, 1, 1440, now())
    ), rd as (insert into readings select no, clinic_no, now() - interval '2 minutes', ${reading}, 1 from d1
    ), af as (
      insert into archive_files (id, kind, day, device_no, clinic_no, state, rows, first_ts, last_ts, digest)
      select gen_random_uuid(), 'readings', current_date - 10, no, clinic_no, 'current', 1, now() - interval '10 days',
        now() - interval '10 days', '' from d1
    ), w as (insert into waves select no, clinic_no, now() - interval '2 minutes', 10, ''::bytea from d1
    ), mi as (
      insert into minutes select no, clinic_no, date_trunc('minute', now()) - interval '2 minutes', 1, 1, ${reading},
        ${reading}, ${reading}, 1, 1, 1 from d1
    ), cm as (insert into closed_minutes select no, clinic_no, date_trunc('minute', now()) - interval '40 days', true from d1
    ), h as (
      -- Yesterday afternoon: part of no night, whatever the time is now.
      insert into hours select no, clinic_no, date_trunc('day', now(), 'UTC') - interval '9 hours', 1, 1, 1, 1, ${reading},
        ${reading}, ${reading}, 1 from d1
    ), l as (insert into latest select no, clinic_no, now(), ${reading}, 1, now() from d1
    ), p as (insert into presence select no, true, now() from d1
    ), o as (
      insert into deliveries (id, channel, recipient, subject, body, status)
      values (${ids.message_id}, 'mail', ${ids.email}, ${marker}, ${marker}, 'failed')
    ), g as (insert into medical_groups (id, name) values (${ids.medical_group_id}, ${marker})
    ), gc as (insert into medical_group_clinics values (${ids.medical_group_id}, ${clinic_id})
    ), fi as (
      insert into files (store, state, clinic_id, resident_id, name)
      values ('face-sheets', 'kept', ${clinic_id}, ${patient_id}, ${marker})
    ), sa as (
      insert into sms_alerts (id, clinic_id, phone, name)
      values (${ids.sms_alert_id}, ${clinic_id}, '+447700900199', ${marker})
    ), du as (
      insert into duties (id, clinic_id, user_id, until, recorded_by, recorded_name)
      values (${ids.duty_id}, ${clinic_id}, ${user_id}, now() + interval '10 minutes', ${user_id}, ${marker})
    ), wh as (
      insert into webhooks (id, clinic_id, url, kinds, may_be_private, secret, disabled_at, disabled_because)
      values (${ids.webhook_id}, ${clinic_id}, ${`http://127.0.0.1:9/${marker}`}, '{}', true, ${sealed(ids.webhook_id)}, null, null),
        (${`gone-${marker}`}, ${clinic_id}, ${`http://127.0.0.1:9/gone/${marker}`}, '{}', true, ${sealed(`gone-${marker}`)}, now(), 'gone')
    ), nc as (
      insert into nurse_calls
        (id, clinic_id, name, host, port, tls, ca, may_be_private, profile, kinds, sends_names, heartbeat_seconds,
        silent_since)
      values (${ids.nurse_call_id}, ${clinic_id}, ${marker}, '127.0.0.1', 9, false, '', true, 'x', '{}', false, 0, now())
    ), ad as (
      insert into deliveries
        (id, clinic_id, notification_id, step, severity, channel, recipient, status, token_hash)
      values (${ids.delivery_id}, ${clinic_id}, ${ids.notification_id}, 'raised', 'warning', 'mail', ${ids.email},
        'failed', ${hashToken(ids.delivery_token)})
    ), att as (
      insert into attempts (delivery_id, no, outcome, failure) values (${ids.delivery_id}, 1, 'refused', ${marker})
    ), di as (
      insert into displays (id, clinic_id, name, enrolled_by, enrolled_name, token_hash, enrolled_at)
      values (${ids.display_id}, ${clinic_id}, ${marker}, ${user_id}, ${marker}, ${`hash-${marker}`}, now())
    ), rf as (
      insert into files (id, store, state, clinic_id, name)
      values (${`rf-${marker}`}, 'reports', 'kept', ${clinic_id}, ${marker})
    ), dr as (
      insert into daily_reports (id, clinic_id, date, file_id, file_name, made_by)
      values (${ids.report_id}, ${clinic_id}, '2026-01-01', ${`rf-${marker}`}, ${marker}, ${ids.email})
    ), rl as (
      insert into report_links (id, clinic_id, token_hash, date, created_by, recipient, expires_at)
      values (${ids.link_id}, ${clinic_id}, ${hashToken(ids.report_secret)}, (now() at time zone 'UTC')::date,
        ${ids.email}, ${marker}, now() + interval '7 days')
    ), rp as (
      insert into report_passwords (clinic_id, sealed, made_by)
      values (${clinic_id}, ${sealer.seal(marker, `report-password ${clinic_id}`)}, ${ids.email})
    ), ec as (
      insert into ehr_connections (clinic_id, source, base_url, client_id, sealed, algorithm, key_id, public_key, updated_by, may_be_private, schedule, updated_at)
      values (${clinic_id}, 'fhir', 'https://ehr.example', ${marker}, ''::bytea, 'ES384', ${ids.key_id},
        ${JSON.stringify({ kid: ids.key_id })}, ${ids.email}, false, 'daily', now() - interval '3 days')
    ), el as (
      insert into ehr_links (clinic_id, source, external_id, resident_id, said)
      values (${clinic_id}, 'fhir', ${marker}, ${patient_id}, '{}')
    ), er as (
      insert into ehr_runs (id, clinic_id, source, state, started_by, started_at)
      values (${ids.run_id}, ${clinic_id}, 'fhir', 'preview', ${ids.email}, now() - interval '2 days')
    ), ew as (
      insert into ehr_rows (run_id, no, clinic_id, external_id, kind, name, incoming)
      values (${ids.run_id}, 1, ${clinic_id}, ${`x-${marker}`}, 'create', ${marker},
        ${JSON.stringify({ first_name: 'New', last_name: marker, status: '1' })})
    ), as1 as (
      insert into adt_senders (clinic_id, sender_name, addresses, updated_by, updated_at)
      values (${clinic_id}, ${marker}, '{192.0.2.1}', ${ids.email}, now() - interval '3 days')
    ), ap as (
      insert into adt_people (clinic_id, external_id, resident_id, said, said_at)
      values (${clinic_id}, ${marker}, ${patient_id}, '{}', '{}')
    ), am as (
      insert into adt_messages (id, clinic_id, control_id, digest, event, state, name, body, resident_id, received_at)
      values (${ids.adt_id}, ${clinic_id}, ${marker}, ''::bytea, 'A08', 'failed', ${marker},
        convert_to(${`MSH|^~&|EHR|${marker}|||20260101000000||ADT^A08|${marker}|P|2.5
EVN||20260101000000
PID|1||${marker}^^^^MR||Lovelace^${marker}`}, 'UTF8'), ${patient_id}, now() - interval '2 days'), (gen_random_uuid()::text, ${clinic_id}, ${`failed ${marker}`}, ''::bytea, 'A08', 'failed', ${marker}, null, null, now() - interval '2 days')
    ), no as (
      insert into notes (id, clinic_id, resident_id, member_id, kind, status, note, created_by, created_name, updated_by,
        updated_name)
      values (${ids.note_id}, ${clinic_id}, ${patient_id}, ${patient_id}, 'change', 4, ${marker}, ${user_id}, ${marker},
        ${user_id}, ${marker})
    ), nv as (
      insert into note_versions (note_id, clinic_id, resident_id, kind, note, written_at, written_by, written_name)
      values (${ids.note_id}, ${clinic_id}, ${patient_id}, 'note', ${marker}, now() - interval '1 minute', ${user_id},
        ${marker})
    ), co as (
      insert into consents (clinic_id, resident_id, state, decided_by, decided_on, review_on, recorded_by, recorded_name)
      values (${clinic_id}, ${patient_id}, 'given', ${marker}, '2026-01-01', '2026-01-02', ${user_id}, ${marker})
    ), le as (
      insert into leaves (clinic_id, resident_id, since, until, reason, recorded_by, recorded_name)
      select ${clinic_id}, t.id, t.since, t.since + interval '1 hour', ${marker}, ${user_id}, ${marker}
      from (values (${patient_id}, now() - interval '2 days'), (${spare_patient_id}, now() + interval '1 day')) t (id, since)
    ), pl as (
      insert into plans (clinic_id, resident_id, low, high, extreme_high, no_breathing_seconds, reason, review_on,
        written_by, written_name)
      select ${clinic_id}, t.id, 11, 23, 31, 120, ${marker}, t.due, ${user_id}, ${marker}
      from (values (null, null::date), (${patient_id}, date '2026-01-01')) t (id, due)
    ), elg as (
      insert into eligibility_logs (clinic_id, resident_id, file_id, information_file, created_by, created_name)
      values (${clinic_id}, ${patient_id}, ${`f-${marker}`}, ${marker}, ${user_id}, ${marker})
    ), ho as (
      insert into handovers (clinic_id, since, until, taken_by, taken_name)
      values (${clinic_id}, now() - interval '12 hours', now(), ${user_id}, ${marker})
    ), au as (
      insert into audit_entries (actor_type, actor_id, actor_name, act, clinic_id, resident_id)
      values ('user', ${user_id}, ${ids.email}, 'resident.read', ${clinic_id}, ${patient_id})
    )
    select ${keepsPlan} clinic_no, no as device_no, (select id::text from a) as record_id from d1`.execute(owner)
  // After the trigger that places a linked device.
  await sql`update device_beds set room = ${`bed ${marker}`} where clinic_id = ${clinic_id}`.execute(owner)
  return { ...ids, ...rows[0]! }
}

export async function insertPerson(
  owner: Database,
  person: { groups: readonly string[]; clinics: readonly string[]; disabled?: boolean; isClinicAdmin?: boolean },
): Promise<string> {
  const id = `p-${randomBytes(8).toString('hex')}`
  await sql`
    with u as (
      insert into users (id, email, name, first_name, last_name, user_type, groups, status)
      values (${id}, ${`${id}@test.example`}, 'Some One', 'Some', 'One', ${person.groups[0]!},
        ${[...person.groups]}, ${person.disabled ? 0 : 1})
    )
    insert into user_clinics (user_id, clinic_id, is_admin)
    select ${id}, unnest(${[...person.clinics]}::text[]), ${person.isClinicAdmin ?? false}::boolean`.execute(owner)
  return id
}

/** @param floor null: of the whole facility @returns the token of a new display */
export async function insertDisplay(owner: Database, clinicId: string, floor: string | null = null): Promise<string> {
  const token = newDisplayToken()
  await sql`insert into displays (clinic_id, floor, enrolled_by, enrolled_name, token_hash, enrolled_at)
    values (${clinicId}, ${floor}, '', '', ${hashToken(token)}, now())`.execute(owner)
  return token
}

/** @returns the token of a new service account that may read everything of the clinic */
export async function insertServiceAccount(owner: Database, clinicId: string): Promise<string> {
  const token = newServiceToken()
  await sql`
    with a as (
      insert into service_accounts (name, jwks, may_be_private, scopes, clinic_ids, created_by, created_name)
      values ('Program', '{}', false, '{system/*.rs}', array[${clinicId}::text], '', '') returning id, scopes
    )
    insert into service_tokens (token_hash, account_id, scopes, expires_at)
    select ${hashToken(token)}, id, scopes, now() + interval '1 hour' from a`.execute(owner)
  return token
}

/**
 * @param hours until it expires; negative: already expired
 * @returns its token
 */
export async function insertSession(owner: Database, userId: string, hours = 1): Promise<string> {
  const token = newToken()
  await sql`insert into sessions (user_id, token, expires_at)
    values (${userId}, ${hashToken(token)}, now() + make_interval(hours => ${hours}))`.execute(owner)
  return token
}

/** Columns that tie a row to a clinic, with that clinic's values. */
const owners = ['clinic_id', 'clinic_no', 'resident_id', 'patient_id', 'device_id', 'device_no', 'user_id'] as const

/** Tables whose own id is the clinic's. */
const ownIds: Record<string, 'clinic_id' | 'user_id' | 'medical_group_id'> = {
  clinics: 'clinic_id',
  users: 'user_id',
  medical_groups: 'medical_group_id',
}

/**
 * Finds the tables that hold rows of a clinic in the catalogue, so that new tables are included.
 * @returns a function that returns a checksum of a clinic's rows in each
 */
export async function checksums(owner: Database): Promise<(of: Clinic) => Promise<Record<string, string>>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'audit_entries' and a.attname = any(${[...owners]}) order by 1`.execute(owner)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const belonging = [...byTable].map(([table, found]) => {
    const names = found.map(({ column }) => column)
    return { table, column: owners.find((name) => names.includes(name))! as string }
  })
  for (const table of Object.keys(ownIds)) belonging.push({ table, column: 'id' })
  return async (of) => {
    const value = (table: string, column: string) => {
      if (column === 'id') return of[ownIds[table]!]
      const held: Record<string, string | number> = { ...of, resident_id: of.patient_id }
      return held[column]!
    }
    const sums = belonging.map(
      ({ table, column }) => sql`
        select ${sql.lit(table)} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
        from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${value(table, column)}`,
    )
    const { rows } = await sql<{ name: string; sum: string }>`${keepsPlan} ${sql.join(sums, sql` union all `)}`.execute(
      owner,
    )
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
  }
}
