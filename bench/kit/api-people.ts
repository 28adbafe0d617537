import type pg from 'pg'
import { createPool } from '../../server/platform/database.ts'
import { findRunning } from '../../server/platform/embedded-postgres/index.ts'

/** The database of a portal running on this machine, as its owner. */
export const connectionOf = (dataDir: string) => findRunning(dataDir)!

/** Inserts 500 clinics and users with names, types and clinics as a large operator has them. */
export async function insertPeople(dataDir: string, users: number): Promise<void> {
  const pool: pg.Pool = createPool(connectionOf(dataDir), { name: 'bench', max: 1 })
  try {
    await pool.query(`insert into clinics (id, slug, name, tz)
      select 'house-' || n, 'house-' || n, 'House ' || n, 'UTC' from generate_series(0, 499) n`)
    await pool.query(
      `insert into users (id, email, name, first_name, last_name, user_type, groups, created_at, last_login)
      select 'user-' || n, lower(given || '.' || family || '.' || n || '@house' || n % 500 || '.example'),
        given || ' ' || family, given, family, type, array[case when type like 'clinic%' then 'clinic' else type end],
        now() - n * interval '25 minutes', case when n % 5 > 0 then now() - n * 7919 % 100000 * interval '1 minute' end
      from (
        select n, given[n * 31 % 25 + 1] as given, family[n * 17 % 20 + 1] || ending[n / 20 % 10 + 1] as family,
          case when n % 10000 = 0 then 'sa' else types[n % 10 + 1] end as type
        from generate_series(1, $1::int) n,
          (select string_to_array('Ada Bea Carl Dora Erik Fay Gus Hana Ivo Jane Karl Lena Max Nora Otto Pia Quin Rosa Sam Tess Uma Vera Wim Xena Yara', ' ') as given,
            string_to_array('Ander Berg Clark Dahl Eng Frank Gold Holm Iver Jans Knut Lund Mark Nils Olof Pet Quist Rand Sten Thor', ' ') as family,
            string_to_array('sen son man by gren lund ton ley er stad', ' ') as ending,
            string_to_array('clinic-web clinic-web clinic-web clinic-app vc-admin cip_users clinical-triage member member home_health_patient', ' ') as types) words
      ) people`,
      [users],
    )
    await pool.query(
      `insert into user_clinics
      select id, 'house-' || (substr(id, 6)::int + shift) % 500 from users, (values (0), (7)) shifts (shift)
      where id like 'user-%' and (user_type like 'clinic%' and shift = 0 or substr(id, 6)::int % 20 = 2 and shift = 7)`,
    )
    await pool.query('vacuum analyze users')
    await pool.query('vacuum analyze user_clinics')
  } finally {
    await pool.end()
  }
}

/** The clinic with all the residents. */
export const bigHouse = 'house-0'

/** Inserts residents of one clinic, most with a device, and devices of all clinics. Call after `insertPeople`. */
export async function insertBeds(dataDir: string, residents: number, devices: number): Promise<void> {
  const pool: pg.Pool = createPool(connectionOf(dataDir), { name: 'bench', max: 1 })
  try {
    await pool.query(
      `insert into residents (id, clinic_id, first_name, last_name, room, floor, mr_no, date_of_admission)
      select 'resident-' || n, $1, 'Given ' || n * 31 % 97, 'Family ' || n * 17 % 1009, n, n % 9, 'MR-' || n,
        date '2026-01-01' - n % 900 from generate_series(1, $2::int) n`,
      [bigHouse, residents],
    )
    await pool.query(
      `insert into devices (id, uid, name, tz, clinic_id, key_hash)
      select 'device-' || n, 'uid-' || n, 'Sensor ' || n, 'UTC',
        case when n <= $2 * 9 / 10 then $1 else 'house-' || n % 500 end, '' from generate_series(1, $3::int) n`,
      [bigHouse, residents, devices],
    )
    await pool.query(
      `insert into device_assignments (clinic_id, device_id, resident_id)
      select $1, 'device-' || n, 'resident-' || n from generate_series(1, $2::int * 9 / 10) n`,
      [bigHouse, residents],
    )
    await pool.query(
      "insert into presence (device_no, online, changed_at) select no, no % 7 > 0, now() from devices where id like 'device-%'",
    )
    await pool.query(
      "insert into latest (device_no, clinic_no, ts, rr, dist, seen_at) select d.no, c.no, now(), 15, 0.8, now() from devices d join clinics c on c.id = d.clinic_id where d.id like 'device-%'",
    )
    for (const table of ['residents', 'devices', 'device_assignments', 'presence', 'latest'])
      await pool.query(`vacuum analyze ${table}`)
  } finally {
    await pool.end()
  }
}
