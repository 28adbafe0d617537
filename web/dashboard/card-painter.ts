import { sparkLine } from '../shared/charts/sparkline.tsx'
import type { DeviceSlice } from '../shared/live/index.ts'
import { liveStore } from '../shared/live/index.ts'
import { signalPaths } from '../shared/signal-icons.tsx'
import { now, onSecond } from '../shared/time.ts'
import { type CardOptions, type CardTimes, cardText, cardTimes, flashOf } from './card-text.ts'

/**
 * Writes live values into cards. React renders a card once; what changes every second goes from the store straight to
 * its text nodes, once a frame, and only for cards in or near the window. Nothing is read back from the layout.
 */

/** Parts of a card by their data-part; a card has only those that it shows. */
type Part =
  | 'rr'
  | 'tenth'
  | 'unit'
  | 'age'
  | 'word'
  | 'mark'
  | 'signal'
  | 'since'
  | 'last'
  | 'trend'
  | 'scored'
  | 'score'
  | 'alert'
  | 'presence'
  | 'bed'
  | 'spark'

interface Card {
  readonly root: HTMLElement
  readonly deviceId: string
  readonly zone: string
  /** found when first painted */
  parts: Map<Part, Element> | null
  /** what was written last, by part */
  readonly written: Map<string, string | number | boolean | object | null>
  isVisible: boolean
}

const cards = new Map<Element, Card>()
const byDevice = new Map<string, Set<Card>>()
const visible = new Set<Card>()
let showPresence = true
let stops: (() => void)[] = []

function start() {
  stops = [liveStore.onFlush(onFlush), onSecond(onSecondPassed)]
}

function stop() {
  for (const end of stops) end()
  stops = []
}

/** Cards out of view stay as they are until they come back. */
export function setInView(root: Element, isInView: boolean): void {
  const card = cards.get(root)
  if (!card || card.isVisible === isInView) return
  card.isVisible = isInView
  if (!isInView) return void visible.delete(card)
  visible.add(card)
  paint(card, now())
  flash(card, now(), false)
}

function onFlush(changed: ReadonlySet<string>) {
  const at = now()
  for (const deviceId of changed) for (const card of byDevice.get(deviceId) ?? []) if (card.isVisible) paint(card, at)
}

function onSecondPassed() {
  const at = now()
  for (const card of visible) {
    paint(card, at)
    flash(card, at, true)
  }
}

/** Presence is written or cleared on all cards (SH-18). */
export function setShowPresence(show: boolean): void {
  if (show === showPresence) return
  showPresence = show
  const at = now()
  for (const card of cards.values()) paint(card, at)
}

/** Keeps a card up to date while it is in view. @param root contains the parts @returns a function that stops it */
export function attachCard(root: HTMLElement, deviceId: string, zone: string): () => void {
  if (cards.size === 0) start()
  const card: Card = { root, deviceId, zone, parts: null, written: new Map(), isVisible: false }
  cards.set(root, card)
  byDevice.set(deviceId, (byDevice.get(deviceId) ?? new Set()).add(card))
  paint(card, now())
  flash(card, now(), false)
  return () => {
    cards.delete(root)
    visible.delete(card)
    const same = byDevice.get(deviceId)
    same?.delete(card)
    if (same?.size === 0) byDevice.delete(deviceId)
    if (cards.size === 0) stop()
  }
}

function paint(card: Card, at: number) {
  const slice = liveStore.device(card.deviceId)
  if (!slice) return
  card.parts ??= findParts(card.root)
  const options: CardOptions = { zone: card.zone, showPresence }
  paintValues(card, slice, at, options)
  paintTimes(card, cardTimes(slice, at, options))
}

function paintValues(card: Card, slice: DeviceSlice, at: number, options: CardOptions) {
  const text = cardText(slice, at, options)
  if (isNew(card, 'state', text.state)) card.root.dataset.state = text.state
  if (isNew(card, 'sign', text.sign)) card.root.dataset.sign = text.sign
  if (isNew(card, 'rate', text.rate)) card.root.dataset.rate = text.rate
  write(card, 'rr', text.rr)
  write(card, 'tenth', text.tenth)
  write(card, 'unit', text.unit)
  write(card, 'word', text.word)
  writeSignal(card, text.signal?.state, text.signal?.word ?? '', text.unit)
  write(card, 'trend', text.trend)
  write(card, 'scored', text.scored)
  write(card, 'bed', text.timeInBed)
  stretch(card, 'lower', text.lower)
  stretch(card, 'upper', text.upper)
  if (isNew(card, 'score', text.score)) nameScore(card, text.score)
  if (isNew(card, 'alert', text.alert10min)) {
    card.root.toggleAttribute('data-alert', text.alert10min)
    card.parts?.get('alert')?.toggleAttribute('hidden', !text.alert10min)
  }
  if (slice.graph && isNew(card, 'spark', slice.graph))
    card.parts?.get('spark')?.setAttribute('d', sparkLine(slice.graph))
}

/** The bar, or what stands for it. */
function nameScore(card: Card, score: string) {
  for (const part of ['score', 'scored'] as const) {
    card.parts?.get(part)?.setAttribute('aria-label', score)
    card.parts?.get(part)?.setAttribute('title', score)
  }
}

function paintTimes(card: Card, times: CardTimes) {
  write(card, 'age', times.age)
  // Nobody sees it beside a live number.
  write(card, 'since', card.root.dataset.signal ? times.age : '')
  write(card, 'presence', times.presence)
}

/**
 * Only once a second: each start and end of a flash makes the browser arrange all layers anew, so cards whose minutes
 * end within the same second flash together. A card that scrolls into view doesn't flash for a minute that began out
 * of view.
 * @param isWatched the card was in view already
 */
function flash(card: Card, at: number, isWatched: boolean) {
  const slice = liveStore.device(card.deviceId)
  if (!slice) return
  const phase = flashOf(slice, at)
  if (isNew(card, 'flash', phase)) card.root.dataset.flash = phase && !isWatched ? 'on' : phase
}

/** Its state takes the number's place; which parts show then, the style sheet says. */
function writeSignal(card: Card, state: keyof typeof signalPaths | undefined, word: string, last: string) {
  write(card, 'signal', word)
  write(card, 'last', state ? last : '')
  if (!isNew(card, 'mark', state ?? '')) return
  if (state) card.root.dataset.signal = state
  else delete card.root.dataset.signal
  card.parts?.get('mark')?.setAttribute('d', state ? signalPaths[state] : '')
}

function isNew(card: Card, key: string, value: string | number | boolean | object): boolean {
  if (card.written.get(key) === value) return false
  card.written.set(key, value)
  return true
}

/** Into the part's single text node, which stays. */
function write(card: Card, part: Part, text: string) {
  if (!isNew(card, part, text)) return
  const element = card.parts?.get(part)
  if (!element) return
  const node = element.firstChild
  if (node instanceof Text) node.data = text
  else element.append(text)
}

function stretch(card: Card, side: 'lower' | 'upper', share: number) {
  if (!isNew(card, side, share)) return
  const score = card.parts?.get('score')
  if (score instanceof HTMLElement) score.style.setProperty(`--${side}`, `${share * 100}%`)
}

function findParts(root: HTMLElement): Map<Part, Element> {
  const parts = new Map<Part, Element>()
  for (const element of root.querySelectorAll('[data-part]'))
    parts.set(element.getAttribute('data-part') as Part, element)
  return parts
}
