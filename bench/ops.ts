import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../sensors/read-options.ts'
import { startExternalPostgres } from '../tests/kit/external-postgres.ts'
import { startMailServer } from '../tests/kit/mail-server.ts'
import { startSmsGateway } from '../tests/kit/sms-gateway.ts'
import { spawnPortal, temporaryFolder } from '../tests/kit/spawn-portal.ts'
import { createWard } from '../tests/kit/ward.ts'
import { buildWeb } from '../tools/build-web.ts'
import { addNurse } from './kit/add-nurse.ts'
import { launch } from './kit/dashboard/browser.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, goal, line } from './kit/numbers.ts'
import { openDashboard } from './kit/open-dashboard.ts'

/**
 * How long nobody knows that the portal has failed: from a portal that freezes to `No connection since` on a dashboard
 * in Chromium (AN-9), and from a PostgreSQL that stops to the operator's mail and SMS (AN-10). The last line is the
 * largest share of what is allowed, because both limits are absolute.
 */
const { values } = readOptions({
  options: {
    /** of each; one of the database takes a minute and a half */
    rounds: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
const allowed = { words: 12, messages: 90 }
const beatMs = 4_000
const patienceMs = 180_000
const address = 'ops@house.example'
const phone = '+447700900110'

const list = (seconds: readonly number[]) => seconds.map((one) => `${one.toFixed(1)} s`).join(', ')

line(`ops: ${rounds} rounds; load ${loadAverage()}`)
await buildWeb()
const folder = await temporaryFolder()
const postgres = await startExternalPostgres(folder.path)
const [mail, sms, browser] = await Promise.all([startMailServer(), startSmsGateway(), launch()])
const portal = await spawnPortal({
  dataDir: folder.path,
  env: {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url,
    SMTP_URL: mail.url,
    SMS_URL: sms.url,
    OPS_MAIL: address,
    OPS_SMS: phone,
  },
})

/** When both the mail and the SMS of each incident and of each end had come, ms since the epoch. */
function told(): number[] {
  const mails = mail.mails.filter(({ to }) => to === address)
  const messages = sms.taken.filter(({ to }) => to === phone)
  return mails.slice(0, messages.length).map(({ at }, nth) => Math.max(at, messages[nth]!.at))
}

async function untilNotified(times: number): Promise<void> {
  const end = Date.now() + patienceMs
  while (told().length < times) {
    if (Date.now() > end) throw new Error(`Not told within ${patienceMs / 1_000} s`)
    await sleep(50)
  }
}

/** @returns seconds until the operator was told */
async function stopDatabase(): Promise<number> {
  const { length } = told()
  const at = Date.now()
  await postgres.stop()
  await untilNotified(length + 1)
  await postgres.start()
  await untilNotified(length + 2)
  return (told()[length]! - at) / 1_000
}

try {
  const { clinic_id } = await createWard(portal, 'House', 1)
  const page = await openDashboard(browser, portal.http, await addNurse(portal, 'nurse@example.org', [clinic_id]))
  const badge = (kind: string) => page.locator(`.live[data-kind=${kind}]`)

  /** @returns seconds until the page said so */
  const freeze = async (): Promise<number> => {
    // At any instant between two beats.
    await sleep(beatMs * (1 + Math.random()))
    process.kill(portal.pid, 'SIGSTOP')
    const at = performance.now()
    try {
      await badge('lost').filter({ hasText: 'No connection since' }).waitFor({ timeout: patienceMs })
      return (performance.now() - at) / 1_000
    } finally {
      process.kill(portal.pid, 'SIGCONT')
    }
  }

  const others = watchOthers()
  const words: number[] = []
  for (let round = 0; round < rounds; round++) {
    words.push(await freeze())
    await badge('live').waitFor({ timeout: patienceMs })
  }
  line(`  frozen to words on the screen   ${list(words)}`)
  await page.close()
  const messages: number[] = []
  for (let round = 0; round < rounds; round++) messages.push(await stopDatabase())
  line(`  database lost to mail and SMS   ${list(messages)}   (others took ${cores(others())})`)

  const most = { words: Math.max(...words), messages: Math.max(...messages) }
  line(goal(`words after ${most.words.toFixed(1)} s at most (allowed ${allowed.words} s)`, most.words <= allowed.words))
  line(
    goal(
      `messages after ${most.messages.toFixed(1)} s at most (allowed ${allowed.messages} s)`,
      most.messages <= allowed.messages,
    ),
  )
  const ratio = Math.max(most.words / allowed.words, most.messages / allowed.messages)
  line(`load ${loadAverage()}`)
  line(`ratio ${ratio.toFixed(2)} (longest time / allowed time, the larger of both)`)
} finally {
  await browser.close()
  await portal.stop()
  await postgres.stop()
  await Promise.all([mail.close(), sms.close()])
  await folder.remove()
}
