/**
 * The dashboard as one would write it by hand for this single purpose: each card's elements are looked up once,
 * messages are stored as they arrive, and once a frame changes are written into the cards in or near the window.
 */

const silenceMs = 90_000
const freshMs = 10_000
const flashMs = 180_000
const rankHoldMs = 60_000
const reorderMs = 4_000
const presenceRange = 1.5
/** Cards within this distance of the window are kept up to date, pixels. */
const margin = 160
/** by status, from 2 on */
const flags = [
  null,
  null,
  { name: 'Flagged', icon: 'M5 14h14l-4.5 -4.5l4.5 -4.5h-14v16' },
  {
    name: 'In review',
    icon: 'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6',
  },
  { name: 'Escalated', icon: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 8v4M12 16h.01' },
  { name: 'Approved', icon: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 12l2 2l4 -4' },
]

const grid = document.getElementById('cards')
/** every card by device */
const cards = new Map()
const near = new Set()
const dirty = new Set()
let isAsked = false
let isSought = false
let isSearching = false

const fetchJson = async (path, init) => (await fetch(`/api${path}`, init)).json()

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' })
const byName = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' })

function cardHtml({ patient_id, room, first_name, last_name, device_id, flaggedResidentNotes: { status } }) {
  const tag =
    status === 1
      ? ''
      : `<span class="card-tag"><svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="mark" aria-hidden="true"><path d="${flags[status].icon}"></path></svg><span>${flags[status].name}</span></span>`
  return `<a class="card" href="/patient/profile/${patient_id}/${device_id}"${status === 1 ? '' : ` data-flag="${status}"`}><div class="card-top"><span class="card-room">${room}</span><span class="card-name">${last_name}, ${first_name}</span>${tag}</div><div class="card-rr"><span class="card-signal"><svg class="card-signal-mark" viewBox="0 0 24 24" aria-hidden="true"><path data-part="mark" d=""></path></svg><span class="card-signal-words"><strong data-part="signal"></strong><span class="card-signal-note"><span data-part="since"></span> <span data-part="last"></span></span></span></span><b><span data-part="rr">–</span><small data-part="tenth"></small></b><span class="card-side"><span class="card-word" data-part="word"></span><span class="card-unit"><span class="card-10min" data-part="alert" hidden="">Out of range lately</span><span data-part="unit">BrPM</span><span data-part="age"></span><span class="card-own"></span></span></span><span class="card-trend" data-part="trend" aria-hidden="true"></span></div><div class="card-score" role="img" aria-label="r-score" data-part="score"></div><div class="card-spark"><svg class="spark" viewBox="0 0 120 32" preserveAspectRatio="none" aria-hidden="true"><rect class="spark-band" y="16" width="120" height="10"></rect><path class="spark-line" data-part="spark"></path></svg></div><div class="card-foot"><span data-part="presence"></span><span data-part="bed"></span></div></a>`
}

function addCard(resident) {
  const slot = document.createElement('li')
  slot.className = 'card-slot'
  slot.dataset.id = resident.patient_id
  slot.innerHTML = cardHtml(resident)
  const root = slot.firstElementChild
  const part = (name) => root.querySelector(`[data-part=${name}]`)
  const textIn = (name) => part(name).firstChild ?? part(name).appendChild(document.createTextNode(''))
  const card = {
    slot,
    root,
    resident,
    searched: `${resident.room} ${resident.last_name}, ${resident.first_name}`.toLowerCase(),
    rrText: textIn('rr'),
    tenthText: textIn('tenth'),
    unitText: textIn('unit'),
    ageText: textIn('age'),
    wordText: textIn('word'),
    trendText: textIn('trend'),
    presenceText: textIn('presence'),
    bedText: textIn('bed'),
    scoreElement: part('score'),
    alertElement: part('alert'),
    sparkElement: part('spark'),
    // current values
    rr: null,
    ts: null,
    status: 0,
    alert10min: false,
    minute: null,
    average: null,
    held: null,
    validAt: null,
    presence: null,
    presenceSince: null,
    upper: 0,
    lower: 0,
    timeInBed: null,
    graph: null,
    warningAt: 0,
    dangerAt: 0,
    // values already written
    state: null,
    sign: null,
    rate: null,
    flash: null,
    upperWritten: null,
    lowerWritten: null,
    alertWritten: false,
    graphWritten: null,
  }
  cards.set(resident.device_id, card)
  slot.card = card
  grid.append(slot)
}

/** All cards have the same size, so the first and the one below it show which are in or near the window. */
function findNear() {
  isSought = false
  const slots = isSearching ? [...grid.children].filter(({ hidden }) => !hidden) : grid.children
  if (slots.length === 0) return
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
  const first = slots[0].getBoundingClientRect().top
  const pitch = slots[columns] ? slots[columns].getBoundingClientRect().top - first : slots[0].offsetHeight
  const start = Math.max(0, Math.floor((-first - margin) / pitch)) * columns
  const end = Math.ceil((innerHeight + margin - first) / pitch) * columns
  const at = Date.now()
  const before = new Set(near)
  near.clear()
  for (const { card } of Array.from(slots).slice(start, end)) {
    near.add(card)
    if (before.has(card)) continue
    writeCard(card, at)
    writeFlash(card, at)
  }
}

function seekNear() {
  if (!isSought) requestAnimationFrame(findNear)
  isSought = true
}

addEventListener('scroll', seekNear, { passive: true })
addEventListener('resize', seekNear)

const search = document.querySelector('.chip-search input')

function filterCards() {
  const text = search.value.trim().toLowerCase()
  isSearching = text !== ''
  for (const card of cards.values()) {
    const hidden = !card.searched.includes(text)
    if (card.slot.hidden !== hidden) card.slot.hidden = hidden
  }
  findNear()
}

search.addEventListener('input', filterCards)
search.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  search.value = ''
  filterCards()
})

function setText(node, text) {
  if (node.data !== text) node.data = text
}

function spanText(ms) {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

const agoText = (ms) => (ms < 60_000 ? `${Math.floor(ms / 1_000)} s ago` : `${spanText(ms)} ago`)

function severityOf(rr) {
  if (rr <= 8) return 'Extremely low'
  if (rr <= 12) return 'Low'
  if (rr > 30) return 'Extremely high'
  return rr >= 22 ? 'High' : ''
}

const isDanger = (word) => word.startsWith('Extremely')

const isHeld = (since, at) => since > 0 && at - since < rankHoldMs

/** The worst of the last minute, so that a rate at a limit does not flicker, and how long ago it was. */
function shownFinding(card, at) {
  const now = { word: severityOf(card.rr), ago: null }
  if (isDanger(now.word)) return now
  if (isHeld(card.dangerAt, at)) return { word: card.dangerWord, ago: at - card.dangerAt }
  if (now.word !== '' || !isHeld(card.warningAt, at)) return now
  return { word: card.warningWord, ago: at - card.warningAt }
}

const stateOf = (word) => (word === '' ? '' : isDanger(word) ? 'danger' : 'warn')

/** The digits that keep the rate's severity: 21.96 becomes `21` and `.9`. */
function tenthsOf(rr, severity) {
  let tenths = Math.round(rr * 10)
  if (severityOf(tenths / 10) !== severity) tenths = tenths > rr * 10 ? Math.floor(rr * 10) : Math.ceil(rr * 10)
  const text = (tenths / 10).toFixed(1)
  return [text.slice(0, -2), text.slice(-2)]
}

function writeCard(card, at) {
  let state = ''
  let sign = ''
  let rate = ''
  let rr = '–'
  let tenth = ''
  let unit = 'BrPM'
  let word = ''
  const isOld = card.ts !== null && at - card.ts > silenceMs
  if (card.status === 0) {
    state = 'off'
    unit = ''
    word = 'Sensor silent'
  } else if (card.rr === null && card.presence === 'out') {
    state = 'away'
    unit = card.held === null ? '' : `last ${Math.round(card.held)}`
    const span = card.presenceSince === null ? 0 : at - card.presenceSince
    word = span >= 60_000 ? `Out of bed ${spanText(span)}` : 'Out of bed'
  } else if (isOld) {
    state = 'old'
    rr = String(Math.round(card.rr ?? card.held))
    word = 'Old value'
  } else if (card.rr === null && card.held === null) {
    state = 'old'
    unit = ''
    word = 'No value'
  } else if (card.rr === null) {
    if (at - (card.validAt ?? card.ts ?? 0) > freshMs) state = 'old'
    rr = String(Math.round(card.held))
    unit = 'last value'
  } else {
    const severity = severityOf(card.rr)
    const shown = shownFinding(card, at)
    state = stateOf(shown.word)
    if (state !== '') {
      sign = /low$/i.test(shown.word) ? 'low' : 'high'
      rate = stateOf(severity)
      word = shown.ago === null ? shown.word : `${shown.word}, ${agoText(shown.ago)}`
    }
    rr = String(Math.round(card.rr))
    // Show a decimal where the rounded number would have another severity.
    if (severityOf(Math.round(card.rr)) !== severity) [rr, tenth] = tenthsOf(card.rr, severity)
  }
  if (card.state !== state) {
    card.state = state
    card.root.dataset.state = state
  }
  if (card.sign !== sign) {
    card.sign = sign
    card.root.dataset.sign = sign
  }
  if (card.rate !== rate) {
    card.rate = rate
    card.root.dataset.rate = rate
  }
  setText(card.rrText, rr)
  setText(card.tenthText, tenth)
  setText(card.unitText, unit)
  setText(card.wordText, word)
  if (card.alertWritten !== card.alert10min) {
    card.alertWritten = card.alert10min
    card.root.toggleAttribute('data-alert', card.alert10min)
    card.alertElement.hidden = !card.alert10min
  }
  if (card.graphWritten !== card.graph) {
    card.graphWritten = card.graph
    card.sparkElement.setAttribute('d', sparkPath(card.graph))
  }
  writeScore(card)
  writeTimes(card, at)
}

const tenth = (value) => Math.round(value * 10) / 10

/** Minute averages from edge to edge of 120 × 32, from 38 breaths at the top to 6. */
function sparkPath(graph) {
  const step = 120 / (graph.length - 1)
  let path = ''
  let isOpen = false
  for (let index = 0; index < graph.length; index++) {
    const rr = graph[index]
    if (rr === null) {
      isOpen = false
      continue
    }
    const point = `${tenth(index * step)} ${tenth((1 - (Math.min(38, Math.max(6, rr)) - 6) / 32) * 32)}`
    path += isOpen ? `L${point}` : `M${point}l0 0`
    isOpen = true
  }
  return path
}

function writeScore(card) {
  const isKnown = card.status === 1 && !(card.rr === null && card.presence === 'out')
  const upper = isKnown ? card.upper : 0
  const lower = isKnown ? card.lower : 0
  let trend = ''
  let label = 'r-score usual'
  if (!isKnown) {
    label = 'r-score unknown'
  } else if (upper >= 25) {
    trend = '▲'
    label = `r-score ${upper} above usual`
  } else if (lower >= 25) {
    trend = '▼'
    label = `r-score ${lower} below usual`
  }
  setText(card.trendText, trend)
  if (card.upperWritten === upper && card.lowerWritten === lower && card.label === label) return
  card.upperWritten = upper
  card.lowerWritten = lower
  card.label = label
  card.scoreElement.style.setProperty('--lower', `${(lower / 100) * 100}%`)
  card.scoreElement.style.setProperty('--upper', `${(upper / 100) * 100}%`)
  card.scoreElement.setAttribute('aria-label', label)
  card.scoreElement.setAttribute('title', label)
}

function writeTimes(card, at) {
  if (card.ts === null) return
  const ageMs = at - (card.rr === null ? (card.validAt ?? card.ts) : card.ts)
  const isOut = card.rr === null && card.presence === 'out'
  if (card.status === 0) setText(card.ageText, `since ${clock.format(card.ts)}`)
  else if (ageMs <= freshMs || (isOut && card.presenceSince !== null)) setText(card.ageText, '')
  else setText(card.ageText, agoText(ageMs))
  let presence = ''
  if (card.status === 0) presence = 'Presence unknown'
  else if (card.presence === 'out' && !isOut) {
    const span = card.presenceSince === null ? 0 : at - card.presenceSince
    presence = span >= 60_000 ? `Out of bed ${spanText(span)}` : 'Out of bed'
  }
  setText(card.presenceText, presence)
  setText(card.bedText, card.timeInBed === null ? '' : `${card.timeInBed.toFixed(1)} h in bed`)
}

function writeFlash(card, at) {
  if (card.ts === null) return
  const isFlashing = card.status === 1 && card.validAt !== null && at < card.validAt + flashMs
  const flash = !isFlashing ? '' : card.minute !== null && Math.floor(card.minute / 60_000) % 2 === 1 ? 'b' : 'a'
  if (card.flash !== flash) {
    card.root.dataset.flash = flash && (card.flash === null ? 'on' : flash)
    card.flash = flash
  }
}

/** A reading, from a message or a snapshot. */
function takeReading(card, { rr, dist_rr, alert10min, rr_last_mint, ts }, at) {
  if (card.ts !== null && ts < card.ts) return
  if (card.minuteText !== rr_last_mint.tracker_ts) {
    card.minuteText = rr_last_mint.tracker_ts
    card.minute = rr_last_mint.tracker_ts === null ? null : Date.parse(rr_last_mint.tracker_ts)
  }
  const endOfMinute = card.minute === null ? null : Math.min(card.minute + 60_000, ts)
  card.rr = rr
  card.ts = ts
  card.status = 1
  card.alert10min = alert10min
  card.held = rr_last_mint.avg ?? rr ?? card.held
  card.validAt = Math.max(rr === null ? (endOfMinute ?? 0) : ts, card.validAt ?? 0) || null
  const presence = (dist_rr === null ? rr !== null : dist_rr <= presenceRange) ? 'in' : 'out'
  if (presence !== card.presence) {
    card.presenceSince = card.presence === null ? (presence === 'out' ? endOfMinute : null) : ts
    card.presence = presence
  }
  const word = rr === null ? '' : severityOf(rr)
  if (word === '') return
  card.warningAt = at
  card.warningWord = word
  if (!isDanger(word)) return
  card.dangerAt = at
  card.dangerWord = word
}

function takeMessage(message, at) {
  if (message.action === 'snapshot') {
    for (const state of message.devices) {
      const card = cards.get(state.device_id)
      if (!card) continue
      if (state.status === 1) takeReading(card, state, at)
      else card.status = 0
      card.upper = state.r_score.upper_score
      card.lower = state.r_score.lower_score
      dirty.add(card)
    }
    return
  }
  const card = cards.get(message.device_id)
  if (!card) return
  if (message.action === 'rr') takeReading(card, message, at)
  else if (message.action === 'r_score') {
    card.upper = message.r_score.upper_score
    card.lower = message.r_score.lower_score
  } else if (message.action === 'status') card.status = message.status
  dirty.add(card)
}

function takeFrame({ data }) {
  const at = Date.now()
  for (const message of JSON.parse(data)) takeMessage(message, at)
  if (isAsked) return
  isAsked = true
  requestAnimationFrame(writeDirty)
}

function writeDirty() {
  isAsked = false
  const at = Date.now()
  for (const card of dirty) if (near.has(card)) writeCard(card, at)
  dirty.clear()
}

function eachSecond() {
  const at = Date.now()
  for (const card of near) {
    writeCard(card, at)
    writeFlash(card, at)
  }
  writeCounts()
  setText(clockText, clock.format(at))
  setTimeout(eachSecond, 1_005 - (Date.now() % 1_000))
}

const clockText = document.getElementById('clock').appendChild(document.createTextNode(''))

const chips = [
  ['extreme', '‼', 'extreme'],
  ['high', '▲', 'high'],
  ['low', '▼', 'low'],
  ['sensor', '⚙', 'sensors to check'],
  ['flagged', '⚑', 'flagged'],
].map(([kind, mark, text]) => {
  const chip = document.createElement('button')
  chip.className = 'chip tabular'
  chip.dataset.kind = kind
  chip.innerHTML = `<span aria-hidden="true">${mark}</span> `
  const number = chip.appendChild(document.createTextNode(''))
  chip.append(` ${text}`)
  document.getElementById('counts').append(chip)
  return { kind, chip, number }
})

function writeCounts() {
  const counts = { extreme: 0, high: 0, low: 0, sensor: 0, flagged: 0 }
  for (const { status, rr, resident } of cards.values()) {
    if (status === 0) counts.sensor++
    else if (rr !== null) {
      if (rr <= 12) counts.low++
      else if (rr > 30) counts.extreme++
      else if (rr >= 22) counts.high++
    }
    if (resident.flaggedResidentNotes.status !== 1) counts.flagged++
  }
  for (const { kind, chip, number } of chips) {
    setText(number, String(counts[kind]))
    if (chip.hidden !== (counts[kind] === 0)) chip.hidden = counts[kind] === 0
  }
}

function rankOf(card, at) {
  if (card.dangerAt > 0 && at - card.dangerAt < rankHoldMs) return 0
  if (card.alert10min || (card.warningAt > 0 && at - card.warningAt < rankHoldMs)) return 1
  return card.status === 0 ? 2 : 3
}

/** Whole breaths out of range, from 1 at a limit. */
const stepsOutside = ({ status, rr }) =>
  status !== 1 || rr === null ? 0 : Math.max(0, Math.floor(Math.max(12 - rr, rr - 22)) + 1)

function reorder() {
  const at = Date.now()
  const ranked = [...cards.values()].map((card) => ({ card, rank: rankOf(card, at), steps: stepsOutside(card) }))
  ranked.sort((a, b) => a.rank - b.rank || b.steps - a.steps || a.card.place - b.card.place)
  let next = grid.firstElementChild
  let isSame = true
  for (const { card } of ranked) {
    if (card.slot === next) {
      next = next.nextElementSibling
      continue
    }
    isSame = false
    if (card.slot === next?.nextElementSibling) {
      // If the element in between has moved back, move only that, not everything before it.
      const back = next
      next = card.slot.nextElementSibling
      grid.append(back)
    } else grid.insertBefore(card.slot, next)
  }
  if (!isSame) findNear()
}

/** Time in bed and curves change every minute. */
async function fetchTimes(graph = '') {
  const { items } = await fetchJson(`/residents/last-rr?clinic_id=clinic-1${graph}`)
  for (const { device_id, timeInBed, graphData } of items) {
    const card = cards.get(device_id)
    card.timeInBed = timeInBed
    card.graph = graphData ?? card.graph
  }
}

const fetchPage = (page) => fetchJson(`/residents?clinic_id=clinic-1&status=3&page=${page}&page_size=200`)

async function fetchResidents() {
  const { items, pagination } = await fetchPage(1)
  const more = Array.from({ length: Math.ceil(pagination.total_records / 200) - 1 }, (_, index) => fetchPage(index + 2))
  return [...items, ...(await Promise.all(more)).flatMap((page) => page.items)]
}

async function start() {
  const live = fetchJson('/auth/live-token', { method: 'POST' })
  const residents = await fetchResidents()
  residents.sort((a, b) => byName.compare(a.room, b.room))
  for (const resident of residents) addCard(resident)
  let place = 0
  for (const card of cards.values()) card.place = place++
  findNear()
  fetchTimes()
  const fetchAll = () => fetchTimes('&graph=true')
  fetchAll()
  setInterval(fetchAll, 60_000)
  const { token } = await live
  const socket = new WebSocket(
    `${location.origin.replace(/^http/, 'ws')}/live?type=clinic&clinic_id=clinic-1&batch=1&token=${token}`,
  )
  socket.onopen = () => {
    document.getElementById('live').textContent = 'Live'
    document.querySelector('.live').dataset.kind = 'live'
  }
  socket.onmessage = takeFrame
  eachSecond()
  setTimeout(reorder, 600)
  setInterval(reorder, reorderMs)
}

start()
