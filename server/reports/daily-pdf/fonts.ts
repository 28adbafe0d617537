import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { create, type Features, type Font, type GlyphRun, type MarkPlacing } from 'fontkit'

/** Fonts for every script used in names. Each is read when first needed, and cached. */

const fonts = {
  text: { file: 'atkinson-hyperlegible-next-regular', letters: /\P{scx=Devanagari}/u },
  bold: { file: 'atkinson-hyperlegible-next-bold', letters: /\P{scx=Devanagari}/u },
  // For more alphabets: Greek, Cyrillic, Vietnamese.
  wideText: { file: 'noto-sans-regular', letters: /\P{scx=Devanagari}/u },
  wideBold: { file: 'noto-sans-bold', letters: /\P{scx=Devanagari}/u },
  // The same file; text with other shaping rules needs its own run.
  devanagari: { file: 'noto-sans-regular', letters: /\p{scx=Devanagari}/u },
  // Noto's draws a letter's dots apart, so that different letters would copy as one.
  arabic: { file: 'ibm-plex-sans-arabic-regular', letters: /\p{scx=Arabic}/u },
  hebrew: { file: 'noto-sans-hebrew-regular', letters: /\p{scx=Hebrew}/u },
  thai: { file: 'noto-sans-thai-regular', letters: /\p{scx=Thai}/u },
  bengali: { file: 'noto-sans-bengali-regular', letters: /\p{scx=Bengali}/u },
  gurmukhi: { file: 'noto-sans-gurmukhi-regular', letters: /\p{scx=Gurmukhi}/u },
  gujarati: { file: 'noto-sans-gujarati-regular', letters: /\p{scx=Gujarati}/u },
  tamil: { file: 'noto-sans-tamil-regular', letters: /\p{scx=Tamil}/u },
  telugu: { file: 'noto-sans-telugu-regular', letters: /\p{scx=Telugu}/u },
  armenian: { file: 'noto-sans-armenian-regular', letters: /\p{scx=Armenian}/u },
  georgian: { file: 'noto-sans-georgian-regular', letters: /\p{scx=Georgian}/u },
  hangul: { file: 'gowun-dodum-regular', letters: /\p{scx=Hangul}/u },
  han: {
    file: 'chocolate-classical-sans-regular',
    letters: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}]/u,
  },
  emoji: {
    file: 'noto-emoji-regular',
    letters: /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u,
  },
} as const

export type FontName = keyof typeof fonts

const wider: Partial<Record<FontName, FontName>> = { text: 'wideText', bold: 'wideBold' }
const others = (Object.keys(fonts) as FontName[]).filter((name) => !/text|bold/i.test(name))

const files = new Map<FontName, Font>()

/** The font's TrueType file. */
export const fontBytes = (name: FontName): Buffer =>
  brotliDecompressSync(readFileSync(new URL(`fonts/${fonts[name].file}.ttf.br`, import.meta.url)))

function load(name: FontName): Font {
  const kept = files.get(name)
  if (kept) return kept
  const font = create(fontBytes(name))
  files.set(name, font)
  allowMissingAnchors(fontOfDocument(name))
  return font
}

const allowed = new WeakSet<object>()

/**
 * A font may leave out where a mark attaches, as Noto's Indic fonts do; fontkit treats that as an error
 * (foliojs/fontkit#367). The patch affects all its fonts, including those pdfkit opens.
 */
function allowMissingAnchors(font: Font): void {
  const placing = font._layoutEngine.engine?.GPOSProcessor
  const shared: MarkPlacing | undefined = placing && Object.getPrototypeOf(placing)
  if (!shared || allowed.has(shared)) return
  allowed.add(shared)
  const { applyAnchor } = shared
  shared.applyAnchor = function applyPresentAnchor(mark, base, baseIndex) {
    if (base && mark.markAnchor) applyAnchor.call(this, mark, base, baseIndex)
  }
}

/**
 * The font as used by one document. Parsed tables are shared by all documents, because parsing is most of the work of a
 * short one. Glyphs aren't: each remembers the characters it was first used for and copies as those.
 */
export function fontOfDocument(name: FontName): Font {
  const font: Font = Object.create(load(name), { _glyphs: { value: {} } })
  const layout: Font['layout'] = (text, features) =>
    features || !ascii.test(text)
      ? Object.getPrototypeOf(font).layout.call(font, text, withFigures(features))
      : laidOut(name, text)
  return Object.defineProperty(font, 'layout', { value: layout })
}

/** Tabular figures, so that numbers line up in columns. */
const withFigures = (features: Features = []): Features =>
  Array.isArray(features) ? [...features, 'tnum'] : { ...features, tnum: true }

/** None of these characters share a glyph. */
const ascii = /^[\x20-\x7e]*$/

const words = new Map<string, GlyphRun>()
/** Enough for a day's numbers and the names of some clinics. */
const mostWords = 2_000

/** Words repeat on a page and in the next report, so each is shaped once. */
function laidOut(name: FontName, text: string): GlyphRun {
  const key = `${name} ${text}`
  const kept = words.get(key) ?? load(name).layout(text, withFigures())
  if (!words.has(key) && words.size < mostWords) words.set(key, kept)
  // Callers change the positions.
  return Object.assign(Object.create(kept), { positions: kept.positions.map((place) => ({ ...place })) })
}

/** Characters that show nothing themselves: joiners, direction marks, variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/u

const has = (name: FontName, cluster: string): boolean => fonts[name].letters.test(cluster) && draws(name, cluster)

const draws = (name: FontName, cluster: string): boolean =>
  Array.from(cluster).every(
    (letter) => invisible.test(letter) || load(name).hasGlyphForCodePoint(letter.codePointAt(0)!),
  )

/** The font for a whole line: one with more alphabets if a word would otherwise mix two fonts. */
export function fontForLine(letters: readonly string[], usual: FontName): FontName {
  const wide = wider[usual]
  return wide && letters.some((letter) => !has(usual, letter) && has(wide, letter)) ? wide : usual
}

/**
 * The font for one grapheme. Characters missing in every font are drawn as the first font's empty box.
 * @param usual the font of the surrounding text
 * @param present the previous grapheme's font, kept if it has this one
 */
export function fontFor(cluster: string, usual: FontName, present: FontName | null): FontName {
  // The emoji font's space is as wide as an emoji.
  if (present && present !== usual && present !== 'emoji' && !/\p{L}/u.test(cluster) && draws(present, cluster))
    return present
  if (has(usual, cluster)) return usual
  return others.find((name) => has(name, cluster)) ?? usual
}
