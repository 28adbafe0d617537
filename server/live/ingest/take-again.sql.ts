import { dayOf, startOfDay } from '../../platform/local-days.ts'
import type { RaisedEpisode } from './effects.sql.ts'
import type { Statements } from './statements.ts'

/** What is raised once more, in the tables of effects.sql.ts. */

const instant = (ms: number): string => new Date(ms).toISOString()

/** Kinds that are about the sensor come again without being sent, and are summed up when they come too often (WA-7). */
const technical = ['silent', 'clock', 'malformed', 'stuck']
const reopenedWithin = '15 minutes'
const mostADay = 4

/**
 * Opens again what is about a sensor. Only for the same sensor: staff are notified of its replacement anew.
 * @returns those that were reopened or summed up
 */
export async function takeAgain(
  client: Statements,
  all: readonly RaisedEpisode[],
): Promise<ReadonlySet<RaisedEpisode>> {
  const raised = all.filter(({ kind, end }) => technical.includes(kind) && !end)
  if (raised.length === 0) return new Set()
  const rows = JSON.stringify(
    raised.map(({ residentId, deviceId, kind, at, tz }, nth) => ({
      ...{ nth, resident_id: residentId, device_id: deviceId, kind, at: instant(at) },
      midnight: startOfDay(dayOf(Temporal.Instant.fromEpochMilliseconds(at), tz), tz).toString(),
    })),
  )
  const input =
    'jsonb_to_recordset($1::jsonb) r (nth int, resident_id text, device_id text, kind text, at timestamptz, midnight timestamptz)'
  const { rows: reopened } = await client.query<{ nth: number; episode_id: string; had_ended: boolean }>(
    `update episodes set ended_at = null, end_reason = null from (
      select r.nth, newest.id, newest.ended_at from ${input} cross join lateral (
        select id, ended_at from episodes e where e.resident_id = r.resident_id and e.device_id = r.device_id and e.kind = r.kind
          and (e.ended_at is null or e.ended_at > r.at - interval '${reopenedWithin}')
        order by e.raised_at desc limit 1) newest
    ) n where episodes.id = n.id returning n.nth, n.id as episode_id, n.ended_at is not null as had_ended`,
    [rows],
  )
  const { rows: often } = await client.query<{ nth: number; last_id: string; episode_id: string }>(
    `select nth, last_id, episode_id from ${input} cross join lateral (
      select count(*) as today, (array_agg(n.id order by n.created_at desc))[1] as last_id,
        (array_agg(e.id order by n.created_at desc))[1] as episode_id
      from episodes e left join notifications n on n.episode_id = e.id
      where e.resident_id = r.resident_id and e.device_id = r.device_id and e.kind = r.kind
        and e.raised_at >= r.midnight
    ) counted where today >= ${mostADay} and last_id is not null`,
    [rows],
  )
  const summedUp = often.filter(({ nth }) => !reopened.some((one) => one.nth === nth))
  for (const { nth, last_id } of summedUp) await sumUp(client, raised[nth]!, last_id)
  const news = [...summedUp, ...reopened.filter(({ had_ended }) => had_ended)]
  await sayAnew(
    client,
    news.map(({ nth, episode_id }) => ({ ...raised[nth]!, episode_id })),
  )
  return new Set([...summedUp, ...reopened].map(({ nth }) => raised[nth]!))
}

/** What came again says what holds now: since when it is silent, by how much its clock is off. */
async function sayAnew(client: Statements, news: readonly (RaisedEpisode & { episode_id: string })[]): Promise<void> {
  if (news.length === 0) return
  await client.query(
    `update notifications n set title = r.title, description = r.description,
      extra_detail = n.extra_detail || jsonb_build_object('since', r.since)
    from jsonb_to_recordset($1::jsonb) r (episode_id text, title text, description text, since text)
    where n.episode_id = r.episode_id`,
    [
      JSON.stringify(
        news.map(({ episode_id, title, description, since, at }) => ({
          ...{ episode_id, title, description, since: instant(since ?? at) },
        })),
      ),
    ],
  )
}

/** From the fifth of a day on the last one stands for all: it is open again, and says how many there were. */
async function sumUp(client: Statements, { kind, residentId }: RaisedEpisode, id: string): Promise<void> {
  await client.query(
    `with again as (
      update notifications set extra_detail = jsonb_set(extra_detail, '{times}',
        to_jsonb(coalesce((extra_detail ->> 'times')::int, ${mostADay}) + 1))
      where id = $1 returning episode_id
    )
    update episodes e set ended_at = null, end_reason = null from again
    where e.id = again.episode_id and e.kind = $2 and e.resident_id = $3`,
    [id, kind, residentId],
  )
}
