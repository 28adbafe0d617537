import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { allows } from '@eupnea/contract/access.ts'
import type { Call } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { describe, expect, it } from 'vitest'
import { isTest, nounOf, readSources, rooms } from './source-files.ts'

/** The rules of the codebase (docs/architecture.md). */

const sources = readSources()
const code = sources.filter(({ path }) => !isTest(path))
const roomOf = (path: string) => path.split('/')[0]!
const inRoom = (room: string) => code.filter(({ path }) => roomOf(path) === room)

/** Our own imports that `allowed` rejects, as `from → to`. */
const strays = (files: typeof sources, allowed: (from: string, to: string) => boolean) =>
  files.flatMap(({ path, imports }) =>
    imports.filter(({ own, target }) => own && !allowed(path, target)).map(({ target }) => `${path} → ${target}`),
  )

describe('rooms', () => {
  const known: Record<string, readonly string[]> = {
    server: [
      '',
      'adt',
      'analytics',
      'audit',
      'beds',
      'billing',
      'clinics',
      'consents',
      'deidentified-exports',
      'demo',
      'devices',
      'directory',
      'dispatch',
      'displays',
      'downtime',
      'duties',
      'ehr-import',
      'eligibility',
      'fhir-exports',
      'files',
      'handover',
      'hl7',
      'hosts',
      'leaves',
      'live/archive',
      'live/bed',
      'live/fanout',
      'live/ingest',
      'live/state',
      'measurements',
      'medical-groups',
      'members',
      'nights',
      'notes',
      'notifications',
      'nurse-calls',
      'observations',
      'openapi',
      'outbox',
      'plans',
      'platform',
      'privacy',
      'push-subscriptions',
      'rates',
      'receivers',
      'reports',
      'residents',
      'saved-views',
      'search',
      'service-accounts',
      'sessions',
      'sms-alerts',
      'trends',
      'users',
      'webhooks',
    ],
    web: [
      '',
      'adt',
      'analytics',
      'app',
      'audit',
      'beds',
      'billing',
      'dashboard',
      'deidentified-exports',
      'devices',
      'directory',
      'displays',
      'downtime',
      'ehr-import',
      'eligibility',
      'handover',
      'clinics',
      'consents',
      'duties',
      'leaves',
      'medical-groups',
      'members',
      'nights',
      'notes',
      'notifications',
      'nurse-calls',
      'outbox',
      'plans',
      'privacy',
      'push-subscriptions',
      'rates',
      'reports',
      'residents',
      'search',
      'service-accounts',
      'sessions',
      'shared',
      'sms-alerts',
      'users',
      'webhooks',
    ],
    contract: ['', 'rules'],
    db: [''],
    sensors: ['', 'load', 'replay', 'simulator'],
  }

  it('has no folder that no rule names', () => {
    const unknown = code.filter(({ path }) => !known[roomOf(path)]?.includes(nounOf(path)))
    expect(unknown.map(({ path }) => path)).toEqual([])
  })

  it('lets each room import only the rooms below it', () => {
    const below: Record<string, readonly string[]> = {
      contract: ['contract', 'texts'],
      db: ['db'],
      server: ['server', 'contract', 'db', 'texts'],
      web: ['web', 'contract', 'texts'],
      sensors: ['sensors', 'contract', 'texts'],
    }
    // The past of the demonstration is what its simulated sensors would have sent.
    const isSimulated = (from: string, to: string) =>
      from.startsWith('server/demo/') && to.startsWith('sensors/simulator/')
    expect(strays(code, (from, to) => below[roomOf(from)]!.includes(roomOf(to)) || isSimulated(from, to))).toEqual([])
    expect(strays(inRoom('server'), (_, to) => roomOf(to) !== 'db' || to === 'db/types.ts')).toEqual([])
  })

  it('lets contract do no I/O', () => {
    const outside = inRoom('contract').flatMap(({ path, imports }) =>
      imports.filter(({ own, target }) => !own && target !== 'zod').map(({ target }) => `${path} → ${target}`),
    )
    expect(outside).toEqual([])
  })

  it('keeps platform and web/shared free of nouns', () => {
    const platform = code.filter(({ path }) => path.startsWith('server/platform/'))
    expect(strays(platform, (_, to) => !to.startsWith('server/') || to.startsWith('server/platform/'))).toEqual([])
    const shared = code.filter(({ path }) => path.startsWith('web/shared/'))
    expect(strays(shared, (_, to) => !to.startsWith('web/') || to.startsWith('web/shared/'))).toEqual([])
  })

  it('lets a server noun see of another only its index', () => {
    const nouns = inRoom('server').filter(({ path }) => nounOf(path) !== '')
    const allowed = (from: string, to: string) =>
      !to.startsWith('server/') ||
      nounOf(to) === 'platform' ||
      nounOf(from) === nounOf(to) ||
      to.endsWith('/index.ts') ||
      // Samples flow one way: ingest → state → fanout; each knows what a bed is.
      (nounOf(from).startsWith('live/') && ['live/bed', 'live/state'].includes(nounOf(to)))
    expect(strays(nouns, allowed)).toEqual([])
  })

  it('has no cycle between server nouns', () => {
    const arrows = new Map<string, Set<string>>()
    for (const { path, imports } of inRoom('server'))
      for (const { own, target } of imports)
        if (own && target.startsWith('server/') && nounOf(path) !== '' && nounOf(path) !== nounOf(target))
          arrows.set(nounOf(path), (arrows.get(nounOf(path)) ?? new Set()).add(nounOf(target)))
    const cycles: string[] = []
    const visit = (noun: string, trail: readonly string[]) => {
      if (trail.includes(noun)) cycles.push([...trail.slice(trail.indexOf(noun)), noun].join(' → '))
      else for (const next of arrows.get(noun) ?? []) visit(next, [...trail, noun])
    }
    for (const noun of arrows.keys()) visit(noun, [])
    expect(cycles).toEqual([])
  })

  it('lets web nouns not import each other', () => {
    const nouns = inRoom('web').filter(({ path }) => !['', 'app', 'shared'].includes(nounOf(path)))
    const allowed = (from: string, to: string) =>
      !to.startsWith('web/') || nounOf(to) === 'shared' || nounOf(from) === nounOf(to)
    expect(strays(nouns, allowed)).toEqual([])
  })
})

describe('libraries', () => {
  const users = (names: RegExp) =>
    code.filter(({ imports }) => imports.some(({ own, target }) => !own && names.test(target))).map(({ path }) => path)

  it('keeps Fastify to routes, app and platform', () => {
    const strangers = users(/^(fastify|@fastify\/.+)$/).filter(
      (path) => !/^server\/(platform\/|app\.ts)|\/routes\.ts$/.test(path),
    )
    expect(strangers).toEqual([])
  })

  it('keeps MQTT to live/ingest and sensors', () => {
    const strangers = users(/^(aedes|mqtt|mqtt-packet)$/).filter(
      (path) => !/^(server\/live\/ingest|sensors)\//.test(path),
    )
    expect(strangers).toEqual([])
  })

  it('keeps sockets to live/fanout', () => {
    expect(users(/^ws$/).filter((path) => !path.startsWith('server/live/fanout/'))).toEqual([])
  })

  it('keeps passwords, one-time codes and passkeys to sessions', () => {
    const libraries = /^(@node-rs\/argon2|@zxcvbn-ts\/|otpauth|@simplewebauthn\/server)/
    expect(users(libraries).filter((path) => !path.startsWith('server/sessions/'))).toEqual([])
  })

  it('lets PostgreSQL reckon by a facility’s zone only where an hour makes no difference', () => {
    // Of an erasure days with one to spare.
    const may = ['privacy.sql']
    const definitions = readdirSync('db/definitions').map((name) => ({
      path: name,
      text: readFileSync(`db/definitions/${name}`, 'utf8'),
    }))
    const reckoning = [...definitions, ...inRoom('server')]
      .filter(({ text }) => /at time zone (?!'UTC')/i.test(text))
      .map(({ path }) => path)
    expect(reckoning).toEqual(may)
  })

  it('keeps SQL to the .sql.ts files and platform', () => {
    const holdsSql = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`|\.query\(/
    const strangers = inRoom('server').filter(
      ({ path, text }) => holdsSql.test(text) && !path.endsWith('.sql.ts') && !path.startsWith('server/platform/'),
    )
    // A batch's transaction is a sequence of statements from ingest.sql.ts.
    expect(strangers.map(({ path }) => path)).toEqual(['server/live/ingest/commit-batch.ts'])
  })
})

describe('calls', () => {
  const isCall = (value: unknown): value is Call =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'input' in value

  it('lists every call that the contract declares', async () => {
    const names = new Set(calls.map(({ name }) => name))
    for (const { path } of inRoom('contract')) {
      const module = (await import(/* @vite-ignore */ new URL(`../../${path}`, import.meta.url).href)) as Record<
        string,
        unknown
      >
      for (const [exported, value] of Object.entries(module)) {
        if (!isCall(value)) continue
        expect(value.name, path).toBe(exported)
        expect(names, `${exported} of ${path} is not in calls.ts`).toContain(exported)
      }
    }
  })

  it('declares access for every call, and refuses who is not signed in', () => {
    for (const { name, access } of calls) {
      expect(access, name).toBeTruthy()
      if (access !== 'public') expect(allows(access, null), name).toBe(false)
    }
  })

  it('gives no two calls one name or one way in', () => {
    const ways = calls.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(new Set(ways).size).toBe(ways.length)
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
  })

  it('has one file named after each call on the server', () => {
    const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const files = new Set(inRoom('server').map(({ path }) => path.split('/').at(-1)))
    const missing = calls.filter(({ name }) => !files.has(`${kebab(name)}.ts`)).map(({ name }) => name)
    expect(missing).toEqual([])
  })
})

describe('files', () => {
  it('asks every file above 300 lines why', () => {
    // One list each: the paths of every icon, the words of every act.
    const reasons = new Set(['web/shared/icons.tsx', 'web/audit/act-words.ts'])
    const long = code.filter(
      ({ path, text }) => text.split('\n').length > 300 && path !== 'db/types.ts' && !reasons.has(path),
    )
    expect(long.map(({ path }) => path)).toEqual([])
  })

  it('registers no hook where a fixture is read: only the first file of a worker would have it', () => {
    const fixtures = globSync('{contract,db,server,web,sensors,tests}/**/*.fixture.ts')
    expect(fixtures.length).toBeGreaterThan(10)
    expect(fixtures.filter((path) => /^(before|after)(All|Each)\(/m.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  /** Built locally, so it isn't in the repository. */
  const isBuilt = (path: string) => /^(web\/dist|texts\/compiled)(\/|$)/.test(path)

  it('names only paths that exist in README and docs', () => {
    const documents = ['README.md', ...readdirSync('docs', { recursive: true }).map((name) => `docs/${name}`)]
    const missing = documents
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [
          ...readFileSync(path, 'utf8').matchAll(
            /`((?:contract|db|server|web|sensors|tests|bench|docs|tools)\/[\w./-]*[\w/])`/g,
          ),
        ]
          .map((match) => match[1]!)
          .filter((name) => !existsSync(name) && !isBuilt(name))
          .map((name) => `${path}: ${name}`),
      )
    expect(missing).toEqual([])
  })

  it('has the rooms that it says it has', () => {
    for (const room of rooms) expect(existsSync(room)).toBe(true)
  })
})
