import { emptyLastMinute } from '@eupnea/contract/live.ts'
import { noEpisode } from '@eupnea/contract/rules/episode.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { type Bed, newBed, type Place, signalAnswer } from './bed.ts'
import type { BedEffect, BedEvent, Ear } from './bed-event.ts'
import { BedDatabase, BedNode } from './node.fixture.ts'
import { reduceBed } from './reduce-bed.ts'
import type { WatchReading } from './watch.ts'

const second = 1_000
const minute = 60 * second
const start = Date.UTC(2026, 4, 1, 20)
const ear: Ear = { since: start - 60 * minute, quietMs: 3 * minute, doubted: new Set() }

/** A bed to which things happen by the portal's clock. */
function watched(from: Bed = newBed(placeWith({ residentSince: start - minute }), defaultBaseline)) {
  let bed = from
  let now = start
  const effects: BedEffect[] = []
  const happen = (event: BedEvent) => {
    const after = reduceBed(bed, event)
    bed = after.bed
    effects.push(...after.effects)
  }
  return {
    effects,
    get signal() {
      return bed.signal
    },
    get state() {
      return bed.signal?.state ?? null
    },
    get ts() {
      return bed.ts
    },
    get now() {
      return now
    },
    pass: (ms: number) => {
      now += ms
    },
    reads: (ms = now, nth = 0) =>
      happen({ event: 'readings', readings: [{ ms, rr: 16 + (nth % 3) / 10, dist: 0.9 }], minutes: [], now }),
    sends: (readings: readonly WatchReading[]) => happen({ event: 'readings', readings, minutes: [], now }),
    mirrors: (ts: number, said = now) => {
      const seen = { rr: 16, dist_rr: 0.9, rr_last_mint: emptyLastMinute, ts }
      happen({ event: 'mirrored', seen, episode: noEpisode, said, now })
    },
    says: (online: boolean) => happen({ event: 'online', online, by: 'word', now }),
    characterised: (isChangeOnly: boolean) => happen({ event: 'characterised', isChangeOnly }),
    refuses: (aheadMs: number | null) => happen({ event: 'refused', aheadMs, now }),
    ticks: (heard: Ear | null = ear) => happen({ event: 'ticked', now, ear: heard }),
    placed: (place: Place) => happen({ event: 'placed', place, now }),
    raised: () => effects.flatMap((one) => (one.effect === 'raise' ? [one.kind] : [])),
    ended: () => effects.flatMap((one) => (one.effect === 'end' ? [one.kind] : [])),
  }
}

type Watched = ReturnType<typeof watched>

function breathe(bed: Watched, seconds: number, every = second): void {
  for (let nth = 0; nth * every < seconds * second; nth++) {
    bed.pass(every)
    bed.reads(undefined, nth)
  }
}

it('is silent after 90 seconds of nothing, or three usual gaps, or twice a gap above a minute [WA-1]', () => {
  for (const [every, silentAfter] of [
    [1, 90],
    [40, 120],
    [300, 600],
  ] as const) {
    const bed = watched()
    breathe(bed, every * 20, every * second)
    expect(bed.state).toBe('ok')
    bed.pass((silentAfter - 1) * second)
    bed.ticks()
    expect(bed.state).toBe('ok')
    bed.pass(2 * second)
    bed.ticks()
    expect(bed.state).toBe('silent')
  }
})

it('is silent as soon as ever, and refused as soon, after this node’s clock was set back [WA-1] [WA-6]', () => {
  for (const [falls, state] of [
    [() => {}, 'silent'],
    [(bed: Watched) => bed.refuses(null), 'malformed'],
  ] as const) {
    const bed = watched()
    breathe(bed, 400)
    bed.refuses(null)
    bed.pass(-5 * minute)
    bed.ticks()
    for (let nth = 0; nth < 19; nth++) {
      bed.pass(5 * second)
      falls(bed)
      bed.ticks({ ...ear, doubted: new Set(state === 'silent' ? [] : ['d']) })
    }
    expect(bed.state).toBe(state)
  }
})

it('is not silent for a node that has not listened to it for long enough [WA-1]', () => {
  const bed = watched()
  breathe(bed, 20)
  bed.pass(2 * minute)
  bed.ticks({ ...ear, since: start + 30 * second })
  expect(bed.state).toBe('ok')
  bed.pass(2 * minute)
  bed.ticks({ ...ear, since: start + 30 * second })
  expect(bed.state).toBe('silent')
})

it('was silent while the portal was stopped, also if the sensor speaks before anybody judges it [WA-1] [WA-10]', () => {
  for (const pause of [80, 100, 270]) {
    const bed = watched()
    breathe(bed, 60)
    const heardAt = start + 60 * second
    bed.pass(pause * second)
    const { length } = bed.effects
    bed.reads()
    breathe(bed, 15)
    const shown = bed.effects.slice(length).flatMap((one) => (one.effect === 'signal' ? [one.signal] : []))
    const silence = { state: 'silent', since: heardAt }
    const again = { state: 'ok', since: heardAt + pause * second }
    expect(shown, `${pause} s`).toMatchObject(pause > 90 ? [silence, again] : [])
    expect(bed.raised()).toEqual([])
  }
})

it('of a bed that this node has not heard is silent since the newest reading stored [WA-1]', () => {
  const bed = newBed(placeWith({ residentSince: start - minute }), defaultBaseline)
  expect(signalAnswer(bed)).toEqual({ state: 'silent', since: start - minute })
  expect(signalAnswer({ ...bed, ts: start })).toEqual({ state: 'silent', since: start })
  expect(signalAnswer({ ...bed, ts: start - 2 * minute })).toEqual({ state: 'silent', since: start - minute })
})

it('is kept as silent since the newest reading stored, not since the link [WA-1]', () => {
  const linked = newBed(placeWith({ residentSince: start - 72 * 60 * minute }), defaultBaseline)
  for (const listeningFor of [minute, 60 * minute]) {
    const since = (from: Bed) => {
      const bed = watched(from)
      bed.ticks({ ...ear, since: start - listeningFor })
      return bed.signal
    }
    expect(since(linked)).toMatchObject({ state: 'silent', since: start - 72 * 60 * minute })
    expect(since({ ...linked, ts: start - 20 * minute })).toMatchObject({ state: 'silent', since: start - 20 * minute })
  }
})

it('has no state that begins in the future, however far ahead the sensor’s clock is [WA-1]', () => {
  const bed = watched()
  for (let nth = 0; nth < 15; nth++) {
    bed.pass(second)
    bed.reads(start + nth * second + 4 * minute, nth)
  }
  expect(bed.signal).toMatchObject({ state: 'ok', since: start + 11 * second })
  bed.pass(91 * second)
  bed.ticks({ ...ear, quietMs: 0 })
  expect(bed.signal).toMatchObject({ state: 'silent', since: start + 15 * second })
})

it('that was never heard is silent since it was linked, whenever the resident is said to have come [WA-1] [WA-13]', () => {
  const place = placeWith({ residentSince: start - 6 * 60 * minute, linkedAt: start - second })
  const linked = newBed(place, defaultBaseline)
  const bed = watched(linked)
  bed.ticks()
  expect(bed.signal).toMatchObject({ state: 'silent', since: start - second })
  // What it had sent to the resident before the link counts.
  expect(signalAnswer({ ...linked, ts: start - 20 * minute })).toEqual({ state: 'silent', since: start - 20 * minute })
  expect(signalAnswer({ ...linked, ts: start - 7 * 60 * minute })).toEqual({ state: 'silent', since: start - second })
})

it('that sends what it had stored, once linked, is silent since the link at most [WA-1] [WA-13]', () => {
  const bed = watched(newBed(placeWith({ residentSince: start - 300 * minute, linkedAt: start }), defaultBaseline))
  for (let nth = 0; nth < 5; nth++) {
    bed.pass(second)
    bed.reads(bed.now - 290 * minute, nth)
    bed.ticks()
  }
  expect(bed.signal).toMatchObject({ state: 'silent', since: start })
})

it('one outage does not make a sensor one that rarely sends [WA-1]', () => {
  const bed = watched()
  breathe(bed, 20)
  bed.pass(60 * minute)
  breathe(bed, 12)
  bed.pass(95 * second)
  bed.ticks()
  expect(bed.state).toBe('silent')
})

it('has a wrong clock where readings from the future are refused, also on the node that judges no silence [WA-1] [WA-6]', () => {
  const bed = watched()
  breathe(bed, 20)
  for (let n = 0; n < 62; n++) {
    bed.pass(second)
    bed.refuses(10 * minute)
    bed.ticks(null)
  }
  expect(bed.state).toBe('clock')
  // The node that judges silence has heard of the refused ones too.
  bed.pass(5 * minute)
  bed.ticks({ ...ear, doubted: new Set(['d']) })
  expect(bed.state).toBe('clock')
  bed.ticks()
  expect(bed.state).toBe('silent')
  expect(bed.raised()).toEqual(['clock'])
})

it.each([
  ['clock', 10 * minute],
  ['malformed', null],
] as const)('is %s since the first message that could not be believed [WA-1] [WA-10]', (state, aheadMs) => {
  const bed = watched()
  breathe(bed, 20)
  const heardAt = bed.now
  for (let n = 0; n < 62; n++) {
    bed.pass(second)
    bed.refuses(aheadMs)
    bed.ticks(null)
  }
  expect(bed.signal).toMatchObject({ state, since: heardAt + second })
  expect(bed.effects.findLast(({ effect }) => effect === 'raise')).toMatchObject({
    kind: state,
    at: heardAt + second,
  })
})

it.each([
  ['ended by itself', 0],
  ['was ended early', 60 * minute],
])('has a wrong clock only since a leave %s, though it was wrong before [WA-1] [PL-6]', (_, early) => {
  const endsAt = start + 5 * minute
  const placeOn = (leave: Place['leave']) => placeWith({ residentSince: start - minute, leave })
  const bed = watched(newBed(placeOn({ from: start + 20 * second, until: endsAt + early }), defaultBaseline))
  breathe(bed, 20)
  while (bed.now < endsAt) {
    bed.pass(second)
    bed.refuses(10 * minute)
    if (bed.now === endsAt && early > 0) bed.placed(placeOn(null))
    bed.ticks({ ...ear, doubted: new Set([placeOn(null).id]) })
  }
  expect(bed.signal).toMatchObject({ state: 'clock', since: endsAt })
})

it('has a wrong clock only since the resident came, though it was wrong before [WA-1]', () => {
  const residentSince = start + 30 * second
  const bed = watched(newBed(placeWith({ residentSince }), defaultBaseline))
  for (let n = 0; n < 90; n++) {
    bed.pass(second)
    bed.refuses(10 * minute)
    bed.ticks(null)
  }
  expect(bed.signal).toMatchObject({ state: 'clock', since: residentSince })
})

it('has a wrong clock where readings have lagged for a minute by more than five, and by the same [WA-1]', () => {
  const place = placeWith({ residentSince: start - 60 * minute })
  const after = (seconds: number, lag: number, growingBy = 0) => {
    const bed = watched(newBed(place, defaultBaseline))
    for (let nth = 1; nth <= seconds; nth++) {
      bed.pass(second)
      bed.reads(start + nth * second - lag - nth * growingBy, nth)
    }
    return bed
  }
  expect(after(60, 5 * minute + second).state).not.toBe('clock')
  const late = after(61, 5 * minute + second)
  expect([late.signal, late.raised()]).toEqual([{ state: 'clock', since: start + second, note: null }, ['clock']])
  expect(after(300, 5 * minute - second).state).toBe('ok')
  // A backlog that comes more slowly than it grows is late, and so is one that is made up for.
  for (const growingBy of [220, -220]) expect(after(65, 8 * minute, growingBy).raised()).toEqual([])
})

it('has a wrong clock also while what it sends is older than the link, and is no resident’s [WA-1] [WA-13]', () => {
  const after = (seconds: number, lag: number, growingBy = 0) => {
    const bed = watched(newBed(placeWith({ residentSince: start }), defaultBaseline))
    for (let nth = 1; nth <= seconds; nth++) {
      bed.pass(second)
      bed.reads(start + nth * second - lag - nth * growingBy, nth)
    }
    return bed
  }
  const late = after(61, 60 * minute)
  expect([late.signal, late.raised(), late.ts]).toMatchObject([
    { state: 'clock', since: start + second },
    ['clock'],
    null,
  ])
  for (const growingBy of [220, -220]) expect(after(65, 60 * minute, growingBy).raised()).toEqual([])
})

it('shows a wrong clock, but notifies nobody, while a clock that is slow by less dates readings before the link [WA-1] [WA-13]', () => {
  const bed = watched(newBed(placeWith({ residentSince: start, linkedAt: start }), defaultBaseline))
  const states = [0, 30, 30, 150, 29, 30].map((seconds) => {
    for (let nth = 0; nth < seconds; nth++) {
      bed.pass(second)
      bed.reads(bed.now - 4 * minute, nth)
      bed.ticks()
    }
    bed.ticks()
    return bed.state
  })
  expect(states).toEqual(['silent', 'silent', 'silent', 'clock', 'clock', 'ok'])
  expect(bed.raised()).toEqual([])
  // One that then sends no more is silent.
  const cut = watched(newBed(placeWith({ residentSince: start, linkedAt: start }), defaultBaseline))
  for (let nth = 0; nth < 65; nth++) {
    cut.pass(second)
    cut.reads(cut.now - 4 * minute, nth)
  }
  expect(cut.signal).toMatchObject({ state: 'clock', since: start + second })
  cut.pass(91 * second)
  cut.ticks()
  expect(cut.state).toBe('silent')
})

/** A bed whose sensor has just been notified as malformed. */
function malformed() {
  const bed = watched()
  for (let n = 0; n < 62; n++) {
    bed.pass(second)
    bed.refuses(null)
    bed.ticks(null)
  }
  expect(bed.raised()).toEqual(['malformed'])
  return bed
}

it('ends what it told of the sensor after a minute of good readings, not after one [WA-7]', () => {
  const bed = malformed()
  breathe(bed, 1)
  bed.pass(70 * second)
  bed.ticks()
  expect(bed.ended()).toEqual([])
  breathe(bed, 62)
  expect(bed.ended()).toEqual(['malformed'])
})

it('ends what it told of the sensor after sixty good seconds, not before [WA-7]', () => {
  const bed = malformed()
  breathe(bed, 60)
  bed.ticks()
  expect(bed.ended()).toEqual([])
  breathe(bed, 1)
  bed.ticks()
  expect(bed.ended()).toEqual(['malformed'])
})

it('has malformed messages once five were refused, and more of them not as future [WA-1]', () => {
  const refused = (future: number, others: number) => {
    const bed = watched()
    breathe(bed, 20)
    for (let nth = 0; nth < future + others; nth++) {
      bed.refuses(nth < future ? 10 * minute : null)
      bed.pass((61 * second) / (future + others - 1))
    }
    bed.ticks(null)
    return bed.state
  }
  expect(refused(0, 4)).toBe('ok')
  expect(refused(0, 5)).toBe('malformed')
  expect(refused(2, 3)).toBe('malformed')
  expect(refused(3, 3)).toBe('clock')
})

it.each([
  ['always the same: its clock began in 1970', 0, 'clock'],
  ['ever more: it sends seconds', 999, 'malformed'],
  ['ever less: it sends what it stored', -5_000, 'malformed'],
] as const)('whose readings are refused as too old, by %s [WA-1] [WA-6]', (_, step, state) => {
  const bed = watched()
  breathe(bed, 30)
  for (let nth = 1; nth <= 70; nth++) {
    bed.pass(second)
    bed.refuses(-56 * 365 * 24 * 60 * minute - nth * step)
    if (nth % 5 === 0) bed.ticks({ ...ear, doubted: new Set([placeWith({}).id]) })
  }
  expect(bed.state).toBe(state)
  expect(bed.raised()).toEqual([state])
})

it('raises at most one notification of a device of which every other message is refused [WA-7]', () => {
  const bed = watched()
  for (let nth = 0; nth < 62; nth++) {
    bed.pass(second)
    bed.refuses(null)
    bed.ticks(null)
  }
  for (let nth = 0; nth < 3_600; nth++) {
    bed.pass(second)
    if (nth % 2 === 0) bed.reads(undefined, nth)
    else bed.refuses(null)
    bed.ticks(null)
  }
  expect([bed.raised(), bed.ended()]).toEqual([['malformed'], ['malformed']])
})

it('is silent while what it had stored trickles in [WA-1]', () => {
  const bed = watched()
  breathe(bed, 20)
  for (let n = 0; n < 100; n++) {
    bed.pass(second)
    bed.reads(start - 40 * minute + n * 20 * second, n)
  }
  bed.ticks()
  expect(bed.state).toBe('silent')
})

it('is silent while the same reading comes again and again, or what comes is a store from before [WA-1]', () => {
  for (const at of [() => start + 20 * second, (nth: number) => start - 4 * minute + nth * 2 * second]) {
    const bed = watched(newBed(placeWith({ residentSince: start - 10 * minute }), defaultBaseline))
    breathe(bed, 20)
    expect(bed.state).toBe('ok')
    for (let nth = 0; nth < 100; nth++) {
      bed.pass(second)
      bed.reads(at(nth))
      bed.ticks()
      if (nth < 85) expect(bed.state).toBe('ok')
    }
    expect(bed.state).toBe('silent')
    expect(bed.signal!.since).toBe(start + 20 * second)
    bed.pass(4 * minute)
    breathe(bed, 20)
    expect(bed.state).toBe('ok')
  }
})

it('another node shows what it is told of a sensor whose clock was set back [WA-1]', () => {
  const bed = watched(newBed(placeWith({ residentSince: start - 10 * minute }), defaultBaseline))
  breathe(bed, 20)
  for (let nth = 0; nth < 200; nth++) {
    bed.pass(second)
    // The node that hears it needs so long to find out.
    bed.mirrors(nth < 15 ? start + 20 * second : start - 3 * minute + nth * second)
    bed.ticks()
    expect(bed.state).toBe('ok')
  }
})

it('a node whose clock is wrong believes what is current by the clock of the node that hears it [WA-1]', () => {
  const bed = watched(newBed(placeWith({ residentSince: start - 10 * minute }), defaultBaseline))
  breathe(bed, 20)
  bed.pass(6 * minute)
  for (let nth = 0; nth < 200; nth++) {
    bed.pass(second)
    const there = start + (21 + nth) * second
    bed.mirrors(there, there)
    bed.ticks()
    expect(bed.state).toBe('ok')
  }
})

it('is not put back by what comes late while another node hears what is newer [LI-2] [WA-1]', () => {
  const bed = watched(newBed(placeWith({ residentSince: start - 10 * minute }), defaultBaseline))
  for (let nth = 0; nth < 60; nth++) {
    bed.pass(second)
    const now = start + (nth + 1) * second
    bed.mirrors(now)
    bed.reads(now - 30 * second, nth)
    expect(bed.ts).toBe(now)
  }
})

it('nor does another node believe what it is told twice, or what was overtaken [LI-2] [WA-1]', () => {
  const bed = watched(newBed(placeWith({ residentSince: start - 10 * minute }), defaultBaseline))
  breathe(bed, 20)
  for (let nth = 0; nth < 100; nth++) {
    bed.pass(second)
    bed.mirrors(start + 20 * second)
    bed.mirrors(start - 40 * second)
    bed.ticks()
  }
  expect(bed.state).toBe('silent')
})

it('stays silent while a device says every other second that it is gone, whatever else it says [WA-1]', () => {
  const bed = watched()
  breathe(bed, 20)
  for (let nth = 0; nth < 120; nth++) {
    bed.pass(second)
    bed.says(nth % 2 === 1)
    bed.reads(undefined, nth)
    bed.ticks()
  }
  expect(bed.effects.flatMap((one) => (one.effect === 'signal' ? [one.signal.state] : []))).toEqual(['ok', 'silent'])
  breathe(bed, 20)
  expect(bed.state).toBe('ok')
})

it.each([
  ['stuck', 20 * 60, 16 * 60, { rr: 16, dist: 0.9 }],
  ['no_breathing', 4 * 60, 30, { rr: null, dist: 0.9 }],
] as const)(
  'a gap ends the span of %s, but screens go on saying since when its notification holds [WA-1] [WA-2] [WA-4]',
  (state, seconds, again, said) => {
    const place = placeWith({ residentSince: start - minute })
    const database = new BedDatabase()
    const node = new BedNode(place, database)
    const spans: (string | undefined)[] = []
    const breathes = (nth: number) => ({ rr: 16 + (nth % 3) / 10, dist: 0.9 + (nth % 5) / 100 })
    const send = (from: number, count: number, of: (nth: number) => { rr: number | null; dist: number }) => {
      for (let nth = 0; nth < count; nth++) node.commit([{ ms: from + nth * second, ...of(nth) }], from + nth * second)
      spans.push(node.bed.signal?.state)
    }
    const lostAt = start + 5 * minute
    send(start, 5 * 60, breathes)
    send(lostAt, seconds, () => said)
    expect(signalAnswer(node.bed)).toEqual({ state, since: lostAt })
    const backAt = lostAt + seconds * second + 10 * minute
    node.tick(backAt - minute, ear)
    spans.push(node.bed.signal?.state)
    send(backAt, again, () => said)
    expect(spans).toEqual(['ok', state, 'silent', state])
    // The span begins with the return: what came before was downtime (WA-10).
    expect(node.bed.signal).toMatchObject({ state, since: backAt })
    expect(signalAnswer(node.bed)).toEqual({ state, since: lostAt })
    expect(signalAnswer(new BedNode(place, database).bed)).toEqual({ state, since: lostAt })
    expect(database.notifications.map(({ raise }) => raise.kind)).toEqual([state])
    // What another node has told holds where this one has not judged the readings itself.
    node.hear()
    expect(signalAnswer(node.bed)).toEqual({ state, since: backAt })
  },
)

it.each([
  ['a stop of breathing', { rr: null, dist: 0.9 }, 'no_breathing', minute, 2 * minute],
  ['somebody out of bed', { rr: null, dist: null }, 'out_of_bed', 10 * minute, 15 * minute],
] as const)(
  'notifies in time of %s, though the sensor could not send for a while [WA-2] [WA-8] [WA-11]',
  (_, of, kind, before, due) => {
    const plan = { ...defaultPlan, out_of_bed: { minutes: 15, from: '00:00', until: '00:00' } }
    const bed = watched(newBed(placeWith({ residentSince: start - minute, plan }), defaultBaseline))
    breathe(bed, 20 * 60)
    const began = bed.now + second
    const stored: WatchReading[] = []
    for (const send of [true, false]) {
      const until = send ? began + before : began + before + 100 * second
      while (bed.now + second < until) {
        bed.pass(second)
        stored.push({ ms: bed.now, ...of })
        if (send) bed.sends(stored.splice(0))
      }
    }
    bed.ticks()
    expect(bed.state).toBe('silent')
    bed.sends(stored.splice(0))
    while (bed.now <= began + due + second) {
      bed.pass(second)
      bed.sends([{ ms: bed.now, ...of }])
    }
    expect(bed.effects.filter(({ effect }) => effect === 'raise')).toMatchObject([{ kind, at: began + due }])
  },
)

it.each([
  ['a stop of breathing', { rr: null, dist: 0.9 }, { rr: null, dist: undefined, isThere: true }, 30],
  ['an empty bed', { rr: null, dist: null }, { rr: null, dist: null }, 60],
] as const)(
  'takes no hour of silence for %s when a sensor comes back and is found to say only what changes [WA-2] [WA-9]',
  (_, before, after, seconds) => {
    const plan = { ...defaultPlan, out_of_bed: { minutes: 15, from: '00:00', until: '00:00' } }
    const place = placeWith({ residentSince: start - minute, topicPrefix: 'radar/104', plan })
    const bed = watched(newBed(place, defaultBaseline))
    breathe(bed, 20 * 60)
    for (let nth = 0; nth < seconds; nth++) {
      bed.pass(second)
      bed.sends([{ ms: bed.now, ...before }])
    }
    bed.says(false)
    bed.pass(60 * minute)
    bed.characterised(true)
    bed.says(true)
    for (let nth = 0; nth < 30; nth++) {
      bed.pass(second)
      bed.sends([{ ms: bed.now, ...after }])
    }
    expect(bed.raised()).toEqual([])
  },
)
