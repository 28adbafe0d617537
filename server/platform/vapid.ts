import type pg from 'pg'
import webPush from 'web-push'
import type { Config } from './config.ts'
import type { Sealer } from './seal.ts'

/** By which push services know the portal (RFC 8292). */
export interface Vapid {
  /** base64url */
  readonly publicKey: string
  readonly privateKey: string
  /** how to reach who runs the portal: `mailto:` or `https:` */
  readonly subject: string
}

type Keys = Pick<Vapid, 'publicKey' | 'privateKey'>

const purpose = 'vapid'

/**
 * The keys of the environment; without them those that the first node made, which all share. A browser takes pushes of
 * one key only, so they never change by themselves.
 */
export async function readVapid(pool: pg.Pool, sealer: Sealer, config: Config): Promise<Vapid> {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, BASE_URL, SUPPORT_EMAIL, ADMIN_EMAIL } = config
  const isPublic = BASE_URL?.startsWith('https:')
  const subject = VAPID_SUBJECT ?? (isPublic ? BASE_URL! : `mailto:${SUPPORT_EMAIL ?? ADMIN_EMAIL}`)
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY)
    return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject }
  const select = () => pool.query<{ value: string }>('select value from settings where name = $1', [purpose])
  let { rows } = await select()
  if (rows.length === 0) {
    const made = sealer.seal(JSON.stringify(webPush.generateVAPIDKeys()), purpose).toString('base64')
    const insert = 'insert into settings (name, value) values ($1, $2) on conflict do nothing'
    await pool.query(insert, [purpose, made])
    // Another node may have been first.
    ;({ rows } = await select())
  }
  const keys = JSON.parse(sealer.open(Buffer.from(rows[0]!.value, 'base64'), purpose)) as Keys
  return { ...keys, subject }
}
