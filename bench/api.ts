import { createUser } from '@eupnea/contract/users.ts'
import { readOptions } from '../sensors/read-options.ts'
import type { BareApiAnswer, BareApiAsk } from './kit/api-bare.ts'
import type { LoadAnswer, LoadAsk } from './kit/api-load.ts'
import { bigHouse, insertBeds, insertPeople } from './kit/api-people.ts'
import { startChild } from './kit/child.ts'
import { cpuSecondsOf, loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, median, ms } from './kit/numbers.ts'
import { startHospital } from './kit/start-hospital.ts'

/**
 * Requests a second of the portal with 100,000 users: the first page of the list, a search by name, and the session
 * check; then a directory of 5,000 residents, a list of 20,000 devices and a clinic's profile. Compared with bare
 * Fastify routes that are written by hand for these answers (kit/api-bare.ts), on the same database, in alternating
 * rounds. Then how long the session check takes while 20 people at a time keep signing in. The last line is the
 * smallest of the ratios.
 */
const { values } = readOptions({
  options: {
    users: { type: 'string', default: '100000' },
    /** in one clinic */
    residents: { type: 'string', default: '5000' },
    /** in all clinics */
    devices: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    /** per side and round */
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '10' },
    /** at once, without a pause */
    signIns: { type: 'string', default: '20' },
    /** session checks a second during the sign-ins */
    pace: { type: 'string', default: '200' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const signIns = Number(values.signIns)
const pace = Number(values.pace)
/** A page of Directus 11 with 100,000 rows and their count, ten at once, on two cores: answers a second. */
const directus = 104
const goals = { ofBare: 0.5, perSecond: 1_000, ofDirectus: 5, slower: 3 }
const search = 'anders'
/** The same as in portal.ts. */
const pool = 12

const users = '/api/patient-centric-app-v2/admin/v2/users'
const session = '/api/auth/session'
const residents = `/api/residents?clinic_id=${bigHouse}`
const devices = '/api/devices?limit=10'
const profile = `/api/clinics/${bigHouse}`
const measured = [
  { name: 'list of users, page 1', portal: users, bare: '/users' },
  { name: `search for "${search}"`, portal: `${users}?name=${search}`, bare: '/search' },
  { name: 'session check', portal: session, bare: '/session' },
  { name: 'directory of residents, page 1', portal: residents, bare: '/residents' },
  { name: 'list of devices, page 1', portal: devices, bare: '/devices' },
  { name: 'facility profile', portal: profile, bare: '/profile' },
] as const

line(`api: ${count(Number(values.users))} users, ${connections} connections; load ${loadAverage()}`)
const hospital = await startHospital([])
const { portal, dataDir } = hospital
const bare = await startChild<BareApiAsk, BareApiAnswer>('api-bare')
const load = await startChild<LoadAsk, LoadAnswer>('api-load')
const others = await startChild<LoadAsk, LoadAnswer>('api-load')
try {
  await insertPeople(dataDir, Number(values.users))
  await insertBeds(dataDir, Number(values.residents), Number(values.devices))
  const { token } = portal
  const address = await bare.ask({ dataDir, token, search, pool })

  const ratios: number[] = []
  for (const { name, ...paths } of measured) {
    const ask = async (url: string, pid: number, duration: number) => {
      const before = cpuSecondsOf([pid])
      const result = await load.ask({ url, token, connections, seconds: duration })
      const cpu = (cpuSecondsOf([pid]) - before) / (result.perSecond * duration)
      return { ...result, cpu: cpu * 1_000_000 }
    }
    const sides = { portal: [] as number[], bare: [] as number[] }
    // The first run compiles the code.
    await ask(portal.http + paths.portal, portal.pid, 1)
    await ask(address + paths.bare, bare.pid, 1)
    line(name)
    for (let round = 1; round <= Number(values.rounds); round++) {
      const watch = watchOthers()
      const ours = await ask(portal.http + paths.portal, portal.pid, seconds)
      const theirs = await ask(address + paths.bare, bare.pid, seconds)
      sides.portal.push(ours.perSecond)
      sides.bare.push(theirs.perSecond)
      const figures = (side: typeof ours) =>
        `${count(side.perSecond).padStart(6)}/s p50 ${ms(side.p50)} p99 ${ms(side.p99)} ${Math.round(side.cpu)} µs CPU each`
      line(`  round ${round}  portal ${figures(ours)}   bare ${figures(theirs)}   (others took ${cores(watch())})`)
    }
    const [ours, theirs] = [median(sides.portal), median(sides.bare)]
    const ratio = ours / theirs
    ratios.push(ratio)
    line(
      goal(
        `${name}: ${count(ours)}/s (goal ${count(goals.perSecond)} on an idle machine), ${ratio.toFixed(2)} of the bare route's ${count(theirs)}/s (goal ${goals.ofBare})`,
        ratio >= goals.ofBare,
      ),
    )
    if (name === 'list of users, page 1')
      line(
        `  ${(ours / directus).toFixed(1)} times Directus 11 (goal ${goals.ofDirectus}; measured apart, on an idle machine)`,
      )
  }

  const slower = await besideSignIns()
  line(
    goal(
      `session check at ${pace}/s: p99 ${ms(slower.alone)} alone, ${ms(slower.beside)} beside ${signIns} sign-ins at once (${slower.signInsPerSecond.toFixed(1)}/s): ${(slower.beside / slower.alone).toFixed(1)} times (goal at most ${goals.slower})`,
      slower.beside <= goals.slower * slower.alone,
    ),
  )
  line(`load ${loadAverage()}`)
  const smallest = Math.min(...ratios)
  line(
    `ratio ${smallest.toFixed(2)} (requests a second of the portal / of a bare Fastify route written by hand for the same answer, the smallest of ${measured.map(({ name }) => name).join('; ')})`,
  )
} finally {
  await Promise.all([bare.stop(), load.stop(), others.stop()])
  await hospital.close()
}

/** The session check's p99 in ms, alone and during sign-ins; rounds alternate, medians count. */
async function besideSignIns() {
  const bodies: { email: string; password: string }[] = []
  for (let index = 0; index < signIns; index++) {
    const person = { email: `sign-in-${index}@example.org`, password: 'quiet-lanterns-at-sea' }
    await portal.send(createUser, { user_type: 'member', first_name: 'Sign', last_name: 'In', ...person })
    bodies.push(person)
  }
  const check = { url: portal.http + session, token: portal.token, connections, seconds, rate: pace }
  const alone: number[] = []
  const beside: number[] = []
  const rates: number[] = []
  await load.ask({ ...check, seconds: 1 })
  for (let round = 1; round <= Number(values.rounds); round++) {
    const first = await load.ask(check)
    const signing = others.ask({
      url: `${portal.http}/api/auth/sign-in`,
      connections: signIns,
      seconds: seconds + 1,
      bodies,
    })
    const second = await load.ask(check)
    const { perSecond } = await signing
    alone.push(first.p99)
    beside.push(second.p99)
    rates.push(perSecond)
    line(
      `  round ${round}  session check alone p50 ${ms(first.p50)} p99 ${ms(first.p99)}   beside sign-ins p50 ${ms(second.p50)} p99 ${ms(second.p99)}   ${perSecond.toFixed(1)} sign-ins/s`,
    )
  }
  return { alone: median(alone), beside: median(beside), signInsPerSecond: median(rates) }
}
